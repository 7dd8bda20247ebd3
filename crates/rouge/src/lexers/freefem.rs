//! FreeFEM, a C++-like language for finite elements.

use super::c;
use super::prelude::*;

static KEYWORDS: Words = Words::new("break catch continue else for if return try while");
static TYPES: Words = Words::new(
    "bool border complex dmatrix EndMacro fespace func gslspline ifstream int macro matrix mesh mesh3 mpiComm
    mpiGroup mpiRequest NewMacro ofstream Pmmap problem Psemaphore real solve string varf",
);
static RESERVED: Words = Words::new(
    "append area ARGV BDM1 BDM1Ortho be binary bordermeasure BoundaryEdge CG Cholesky cin cout Crout default diag
    Edge03d Edge13d Edge23d edgeOrientation endl FEQF FILE fixed GMRES good HCT hTriangle im imax imin
    InternalEdge l1 l2 label lenEdge length LINE linfty LU m max measure min mpiAnySource mpiBAND mpiBXOR
    mpiCommWorld mpiLAND mpiLOR mpiLXOR mpiMAX mpiMIN mpiPROD mpirank mpisize mpiSUM mpiUndefined N n nbe ndof
    ndofK noshowbase noshowpos notaregion nt nTonEdge nuEdge nuTriangle nv P P0 P03d P0Edge P1 P13d P1b P1b3d P1bl
    P1bl3d P1dc P1Edge P1nc P2 P23d P2b P2BR P2dc P2Edge P2h P2Morley P2pnc P3 P3dc P3Edge P4 P4dc P4Edge P5Edge
    pi precision qf1pE qf1pElump qf1pT qf1pTlump qf2pE qf2pT qf2pT4P1 qf3pE qf4pE qf5pE qf5pT qf7pT qf9pT qfnbpE
    qfV1 qfV1lump qfV2 qfV5 quantile re region RT0 RT03d RT0Ortho RT1 RT1Ortho RT2 RT2Ortho scientific
    searchMethod setw showbase showpos sparsesolver sum tellp true UMFPACK unused verbosity version volume
    whoinElement x y z",
);
static BUILTINS: Words = Words::new(include_str!("words/freefem_builtins.txt"));
static ATTRIBUTES: Words = Words::new(
    "A A1 abserror absolute aniso aspectratio B B1 bb beginend bin boundary bw close cmm coef composante cutoff
    datafilename dataname dim displacement distmax doptions dparams eps err errg facemerge facetcl factorize file
    fill fixedborder flabel flags floatmesh floatsol fregion gradation grey hmax hmin holelist hsv init inquire
    inside IsMetric iso ivalue keepbackvertices label labeldown labelmid labelup levelset loptions lparams maxit
    maxsubdiv meditff mem memory metric mode nbarrow nbiso nbiter nbjacoby nboffacetcl nbofholes nbofregions
    nbregul nbsmooth nbvx ncv nev nomeshgeneration normalization omega op optimize option options order
    orientation periodic power precon prev ps ptmerge qfe qforder qft qfV ratio rawvector reffacelow reffacemid
    reffaceup refnum reftet reftri region regionlist renumv rescaling ridgeangle save sigma sizeofvolume smoothing
    solver sparams split splitin2 splitpbedge stop strategy swap switch sym t tgv thetamax tol tolpivot
    tolpivotsym transfo U2Vc value varrow vector veps viso wait which width WindowIndex withsurfacemesh zbound",
);

pub(crate) fn define(g: &mut Grammar) {
    c::define(g);
    g.state("line start")
        .mixin("blanks")
        .to("include|load|ENDIFMACRO|IFMACRO", CommentPreproc, "directive")
        .go("", POP);
    g.state("statements")
        .mixin("space")
        .mixin("literals")
        .on(r"\*/", Error)
        .on(r"[~!%^&*+=|?:<>/'-]", Operator)
        .on(r"[()\[\],.;]", Punctuation)
        .to(r"case\b", Keyword, "case")
        .on(r"(?:true|false|NaN)\b", NameBuiltin)
        .words(
            r"[a-zA-Z_]\w*",
            &[
                (&KEYWORDS, Keyword),
                (&TYPES, KeywordType),
                (&RESERVED, KeywordReserved),
                (&BUILTINS, NameBuiltin),
                (&ATTRIBUTES, NameAttribute),
            ],
            Name,
        );
}
