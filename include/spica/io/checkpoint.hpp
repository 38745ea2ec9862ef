// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_IO_CHECKPOINT_HPP
#define SPICA_IO_CHECKPOINT_HPP

#include <spica/io/state.hpp>

#include <string>

namespace spica::io {

/// Writes everything in `state` to the HDF5 file `path`, straight from where it is: host memory as it lies, a GPU's in
/// pieces of at most 32 MiB. All or nothing: until the new file is complete and on the disk, `path` keeps what it had,
/// and whatever fails before leaves it so. Each array counts as one transfer from its device. Waits for the devices and
/// for the disk. The format: docs/checkpoint-format.md; h5py reads it.
/// @throws IoError when the file cannot be written: the text names file, data set and reason; "saved, but ..." where
/// the new file is in place and only the folder could not be brought to the disk. ValueError when a name is empty,
/// comes twice or cannot be a name in HDF5. TransferError inside a NoTransfers scope, and Error when no Runtime is
/// alive, before anything is written.
void save(const std::string& path, const State& state);

/// Fills everything in `state` from the HDF5 file `path`, which must have exactly these names in the groups concerned;
/// other groups are left alone, so that a network can be loaded from the checkpoint of a whole training. Seal, names,
/// shapes, element types, checksums and an optimiser's number of steps are checked before anything is written: what can
/// be known beforehand leaves all as it was. The elements are then read once more, and must be those that were checked;
/// if the file or the device fails during that, or the file is changed, targets may be partly new.
/// @throws IoError when the file does not exist, is damaged, does not fit (the text lists all that is missing,
/// unexpected or different), or is changed while it is read. ValueError when an array has two elements in one place or
/// a name comes twice, TransferError inside a NoTransfers scope, and Error when no Runtime is alive, before anything is
/// written.
void load(const std::string& path, const State& state);

/// The parameters of a network alone.
/// @throws as `save` and `load` above.
template <class T, class Space, int OutputRank>
void save(const std::string& path, const nn::Sequential<T, Space, OutputRank>& network) {
  save(path, State().add(network));
}
template <class T, class Space, int OutputRank>
void load(const std::string& path, nn::Sequential<T, Space, OutputRank>& network) {
  load(path, State().add(network));
}

}  // namespace spica::io

#endif
