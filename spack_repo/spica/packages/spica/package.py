# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *

# The recipe lies in the source that it builds: four folders up is the top of the clone.
TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))


class Spica(CMakePackage, CudaPackage):
    """Arrays for people who write simulations with Kokkos: NumPy-like arithmetic, matrix
    products, small neural networks and HDF5 checkpoints, in the memory where the data is."""

    git = f"file://{TOP}"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("shared", default=True, description="Build shared libraries")
    variant("openmp", default=True, description="Use Kokkos with OpenMP")
    variant("io", default=True, description="Build Spica::io: checkpoints in HDF5")
    variant("apps", default=True, when="+io", description="Build the programs")
    variant("cxxstd", default="17", values=("17", "20"), multi=False, description="C++ standard")

    depends_on("c", type="build")  # CMake's search for HDF5 compiles C
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    # Kokkos Kernels asks for the Kokkos of its own version.
    depends_on("kokkos@3.7.02:5")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("kokkos-kernels+blas scalars=float,double")
    depends_on("lapack")  # of the BLAS's own package where that has it, as OpenBLAS
    depends_on("kokkos+shared+pic", when="+shared")
    depends_on("kokkos-kernels+shared", when="+shared")
    conflicts("cxxstd=17", when="^kokkos@5:", msg="Kokkos 5 needs C++20")

    conflicts("cuda_arch=none", when="+cuda")
    for _arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={_arch}", when=f"+cuda cuda_arch={_arch}")
        depends_on(f"kokkos-kernels+cuda cuda_arch={_arch}", when=f"+cuda cuda_arch={_arch}")
    with when("+cuda"):
        depends_on("kokkos-kernels+cublas")
        # The wrapper exists for GCC alone: without this the solver avoids GCC to avoid it.
        requires("^kokkos+wrapper")
        requires("^kokkos+cuda_lambda", when="^kokkos@:4")

    with when("+io"):
        depends_on("hdf5@1.10:")
        depends_on("xxhash@0.8:")
    with when("+apps"):
        depends_on("cli11@2:", type="build")
        depends_on("nlohmann-json@3.10:", type="build")

    depends_on("googletest@1.10:", type="test")
    depends_on("py-h5py", type="test")

    def cmake_args(self):
        return [
            self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx),
            self.define_from_variant("CMAKE_CXX_STANDARD", "cxxstd"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("Kokkos_ROOT", self["kokkos"].prefix),
            self.define("KokkosKernels_ROOT", self["kokkos-kernels"].prefix),
            self.define_from_variant("SPICA_ENABLE_IO", "io"),
            # Absent without io: define_from_variant would then pass an empty argument.
            self.define("SPICA_BUILD_APPS", self.spec.satisfies("+apps")),
            self.define("SPICA_BUILD_TESTS", self.run_tests),
            self.define("SPICA_BUILD_PERF", False),
            self.define("SPICA_WARNINGS_AS_ERRORS", False),
        ]
