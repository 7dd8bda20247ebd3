//! Julia, a language for numerical computing.

use super::prelude::*;

static BUILTINS: Words = Words::new(
    "ARGS C_NULL DEPOT_PATH devnull ENDIAN_BOM ENV false im Inf Inf16 Inf32 Inf64 LOAD_PATH missing NaN NaN16 NaN32
    NaN64 nothing pi stderr stdin stdout true undef VERSION π ℯ",
);
static KEYWORDS: Words = Words::new(
    "begin catch do else elseif end export finally for function if import in isa macro module quote return struct try
    using where while",
);
static TYPES: Words = Words::new(
    "AbstractArray AbstractChannel AbstractChar AbstractDict AbstractDisplay AbstractFloat AbstractIrrational
    AbstractLogger AbstractMatrix AbstractRange AbstractREPL AbstractRNG AbstractSerializer AbstractSet
    AbstractSparseArray AbstractSparseMatrix AbstractSparseVector AbstractString AbstractUnitRange AbstractVecOrMat
    AbstractVector AbstractWorkerPool Adjoint Any ArgumentError ARPACKException Array AssertionError
    Base64DecodePipe Base64EncodePipe BasicREPL Bidiagonal BigFloat BigInt BitArray BitMatrix BitSet BitVector Bool
    BoundsError BunchKaufman CachingPool CapturedException CartesianIndex CartesianIndices Cchar Cdouble Cfloat
    Channel Char Cholesky CholeskyPivoted Cint Cintmax_t Clong Clonglong ClusterManager Cmd Colon Complex ComplexF16
    ComplexF32 ComplexF64 CompositeException Condition ConsoleLogger Cptrdiff_t Cshort Csize_t Cssize_t Cstring
    Cuchar Cuint Cuintmax_t Culong Culonglong Cushort Cvoid Cwchar_t Cwstring DataType Date DateFormat DatePeriod
    DateTime Day DenseArray DenseMatrix DenseVecOrMat DenseVector Diagonal Dict DimensionMismatch Dims DivideError
    DomainError Eigen Enum EOFError ErrorException Exception ExponentialBackOff Expr Factorization FDWatcher
    FileMonitor Float16 Float32 Float64 FolderMonitor Function GeneralizedEigen GeneralizedSchur GeneralizedSVD
    GenericArray GenericDict GenericSet GenericString GitConfig GitRepo GlobalRef Hermitian Hessenberg HMAC_CTX Hour
    HTML IdDict IndexCartesian IndexLinear IndexStyle InexactError InitError Int Int128 Int16 Int32 Int64 Int8
    Integer InterruptException InvalidStateException IO IOBuffer IOContext IOStream IPAddr IPv4 IPv6 Irrational
    KeyError LAPACKException LDLt LinearIndices LineEditREPL LineNumberNode LinRange LoadError LogLevel
    LowerTriangular LQ LU Matrix MersenneTwister Method MethodError Microsecond Millisecond MIME Minute Missing
    MissingException Module Month NamedTuple Nanosecond Nothing NTuple NullLogger Number OrdinalRange
    OutOfMemoryError OverflowError PackageMode PackageSpec Pair PartialQuickSort Period PermutedDimsArray Pipe
    PollingFileWatcher PosDefException ProcessExitedException Ptr QR QRPivoted QuoteNode RandomDevice
    RankDeficientException Rational RawFD ReadOnlyMemoryError Real ReentrantLock Ref Regex RegexMatch RemoteChannel
    RemoteException RoundingMode Schur Second SegmentationFault Serializer Set SHA1_CTX SHA224_CTX SHA256_CTX
    SHA2_224_CTX SHA2_256_CTX SHA2_384_CTX SHA2_512_CTX SHA384_CTX SHA3_224_CTX SHA3_256_CTX SHA3_384_CTX
    SHA3_512_CTX SHA512_CTX SharedArray SharedMatrix SharedVector Signed SimpleLogger SingularException Some
    SparseMatrixCSC SparseVector StackOverflowError StepRange StepRangeLen StreamREPL StridedArray StridedMatrix
    StridedVecOrMat StridedVector String StringIndexError SubArray SubstitutionString SubString SVD Symbol Symmetric
    SymTridiagonal SystemError Task TCPSocket TestSetException Text TextDisplay Time TimePeriod Timer TimeType
    TimeZone Transpose Tridiagonal Tuple Type TypeError TypeVar UDPSocket UInt UInt128 UInt16 UInt32 UInt64 UInt8
    UndefInitializer UndefKeywordError UndefRefError UndefVarError UniformScaling Union UnionAll UnitLowerTriangular
    UnitRange UnitUpperTriangular Unsigned UpgradeLevel UpperTriangular UTC UUID Val Vararg VecElement VecOrMat
    Vector VersionNumber WeakKeyDict WeakRef Week WorkerConfig WorkerPool Year",
);

const NAME: &str = r"[\p{L}\p{Nl}\p{S}_][\p{Po}\p{S}\p{Word}!]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .to("#=", CommentMultiline, "comment")
        .on("#.*", Comment)
        .on(r"[+=\-*/\\&|$~^%!<>÷≠≤≥.?:]+", Operator)
        .groups_to(r"(function|macro)((?:\s|\\\s)+)", &[Keyword, NameFunction], "function name")
        .groups_to(
            r"((?:mutable )?struct|(?:abstract|primitive) type)((?:\s|\\\s)+)",
            &[Keyword, NameClass],
            "type name",
        )
        .on(r"(\p{Word}+)\b", KeywordType)
        .if_word(&TYPES)
        .on(r"(?:local|global|const)\b", KeywordDeclaration)
        .on(r"mutable struct\b|abstract type\b", Keyword)
        .on(r"(\p{Word}+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(\p{Word}+)\b", NameBuiltin)
        .if_word(&BUILTINS)
        .on("`.*?`", StrBacktick)
        .on(r"'(?:\\.|\\[0-7]{1,3}|\\x\h{1,3}|\\u\h{1,4}|\\U\h{1,6}|[^\\'\n])'", StrChar)
        .to(r#"[ILE]?""#, Str, "string")
        .on(r"@[\w.]+", NameDecorator)
        .on(r"[a-zA-Z_\u00A1-\uffff][a-zA-Z_0-9\u00A1-\uffff]*!*", Name)
        .on(r"[\[\]{}(),;]", Other)
        .mixin("numbers");
    g.state("numbers")
        .on(r"(?:\d+(?:_\d+)+\.\d*|\d+\.\d+(?:_\d+)+|\d+\.\d*)(?:[eEf][+-]?\d+)?", NumFloat)
        .on(r"\d+(?:_\d+)*[eEf][+-]?\d+", NumFloat)
        .on(r"0b[01]+(?:_[01]+)*", NumBin)
        .on(r"0o[0-7]+(?:_[0-7]+)*", NumOct)
        .on(r"0x\h+(?:_\h+)*", NumHex)
        .on(r"\d+(?:_\d+)*", NumInteger);
    g.state("function name").to(NAME, NameFunction, POP).to(r"\([^\s\w{]{1,2}\)|[^\s\w{]{1,2}", Operator, POP);
    g.state("type name").to(NAME, NameClass, POP);
    g.state("comment")
        .on("[^=#]+", CommentMultiline)
        .to("#=", CommentMultiline, "comment")
        .to("=#", CommentMultiline, POP)
        .on("[=#]", CommentMultiline);
    g.state("string")
        .on(r#"\\(?:[\\abfnrtv"']|\n|N\{.*?\}|u\h{4}|U\h{8}|x\h{2}|[0-7]{1,3})"#, StrEscape)
        .to(r#"""#, Str, POP)
        .on(r"\$(?:\(\w+\))?[-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?", StrInterpol)
        .on(r#"[^\\"$]+|\\"#, Str);
}
