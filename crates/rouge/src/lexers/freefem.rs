//! FreeFEM, a C++-like language for finite elements.

use super::c;
use super::prelude::*;

static KEYWORDS: Words = Words::new("break catch continue else for if return try while");
static TYPES: Words = Words::new(
    "EndMacro NewMacro Pmmap Psemaphore bool border complex dmatrix fespace func gslspline ifstream int macro
    matrix mesh mesh3 mpiComm mpiGroup mpiRequest ofstream problem real solve string varf",
);
static RESERVED: Words = Words::new(
    "ARGV BDM1 BDM1Ortho BoundaryEdge CG Cholesky Crout Edge03d Edge13d Edge23d FEQF FILE GMRES HCT InternalEdge
    LINE LU N P P0 P03d P0Edge P1 P13d P1Edge P1b P1b3d P1bl P1bl3d P1dc P1nc P2 P23d P2BR P2Edge P2Morley P2b
    P2dc P2h P2pnc P3 P3Edge P3dc P4 P4Edge P4dc P5Edge RT0 RT03d RT0Ortho RT1 RT1Ortho RT2 RT2Ortho UMFPACK
    append area be binary bordermeasure cin cout default diag edgeOrientation endl fixed good hTriangle im imax
    imin l1 l2 label lenEdge length linfty m max measure min mpiAnySource mpiBAND mpiBXOR mpiCommWorld mpiLAND
    mpiLOR mpiLXOR mpiMAX mpiMIN mpiPROD mpiSUM mpiUndefined mpirank mpisize n nTonEdge nbe ndof ndofK noshowbase
    noshowpos notaregion nt nuEdge nuTriangle nv pi precision qf1pE qf1pElump qf1pT qf1pTlump qf2pE qf2pT qf2pT4P1
    qf3pE qf4pE qf5pE qf5pT qf7pT qf9pT qfV1 qfV1lump qfV2 qfV5 qfnbpE quantile re region scientific searchMethod
    setw showbase showpos sparsesolver sum tellp true unused verbosity version volume whoinElement x y z",
);
static BUILTINS: Words = Words::new(include_str!("words/freefem_builtins.txt"));
static ATTRIBUTES: Words = Words::new(
    "A A1 B B1 IsMetric U2Vc WindowIndex abserror absolute aniso aspectratio bb beginend bin boundary bw close cmm
    coef composante cutoff datafilename dataname dim displacement distmax doptions dparams eps err errg facemerge
    facetcl factorize file fill fixedborder flabel flags floatmesh floatsol fregion gradation grey hmax hmin
    holelist hsv init inquire inside iso ivalue keepbackvertices label labeldown labelmid labelup levelset
    loptions lparams maxit maxsubdiv meditff mem memory metric mode nbarrow nbiso nbiter nbjacoby nboffacetcl
    nbofholes nbofregions nbregul nbsmooth nbvx ncv nev nomeshgeneration normalization omega op optimize option
    options order orientation periodic power precon prev ps ptmerge qfV qfe qforder qft ratio rawvector reffacelow
    reffacemid reffaceup refnum reftet reftri region regionlist renumv rescaling ridgeangle save sigma
    sizeofvolume smoothing solver sparams split splitin2 splitpbedge stop strategy swap switch sym t tgv thetamax
    tol tolpivot tolpivotsym transfo value varrow vector veps viso wait which width withsurfacemesh zbound",
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
