//! CUDA: C++ with more words.

use super::c::Dialect;
use super::cpp;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "__constant__ __device__ __forceinline__ __global__ __host__ __managed__ __noinline__ __restrict__ __shared__",
);
static TYPES: Words = Words::new(
    "char1 char2 char3 char4 dim3 double1 double2 double3 double4 float1 float2 float3 float4 int1 int2 int3 int4
    long1 long2 long3 long4 longlong1 longlong2 longlong3 longlong4 short1 short2 short3 short4 uchar1 uchar2
    uchar3 uchar4 uint1 uint2 uint3 uint4 ulong1 ulong2 ulong3 ulong4 ulonglong1 ulonglong2 ulonglong3 ulonglong4
    ushort1 ushort2 ushort3 ushort4",
);
static CUDA: Dialect = Dialect {
    keywords: &[&cpp::KEYWORDS, &KEYWORDS],
    types: &[&cpp::TYPES, &TYPES],
    reserved: &[&cpp::RESERVED],
    builtins: &[],
};
static CUDA_3_30: Dialect = Dialect { keywords: &[&cpp::KEYWORDS_3_30, &KEYWORDS], ..CUDA };

pub(crate) fn define(g: &mut Grammar) {
    cpp::define_dialect(g, g.either(&CUDA, &CUDA_3_30));
}
