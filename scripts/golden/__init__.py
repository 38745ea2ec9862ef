# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/make-golden and scripts/compare-with-numpy share: random cases whose results NumPy computes."""
