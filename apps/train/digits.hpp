// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TRAIN_DIGITS_HPP
#define SPICA_APPS_TRAIN_DIGITS_HPP

#include <spica/spica.hpp>

#include <cstdint>
#include <string>

namespace apps::train {

/// Where digits.h5 lies: in the data folder of the installation that the program belongs to, else in the source.
/// @throws IoError, which says where it was looked for, if it is at neither place.
std::string find_digits();

/// 8x8 images of handwritten digits as rows of 64 numbers from 0 to 1, and what they show; all on one device.
template <class Space>
struct Digits {
  spica::Array<float, 2, Space> train_images;         // [1500, 64]
  spica::Array<std::int64_t, 1, Space> train_labels;  // [1500]
  spica::Array<float, 2, Space> test_images;          // [297, 64]
  spica::Array<std::int64_t, 1, Space> test_labels;   // [297]
};

inline constexpr std::int64_t train_count = 1500;

/// The first 1,500 images are for training, the rest for testing.
/// @throws IoError when the file is not what that needs.
template <class Space>
Digits<Space> load_digits(const spica::Device<Space>& device, const std::string& path) {
  const auto pixels = spica::io::read<std::uint8_t, 3>(device, path, "images");
  const auto numbers = spica::io::read<std::uint8_t, 1>(device, path, "labels");
  const std::int64_t count = pixels.extent(0);
  if (numbers.extent(0) != count || count <= train_count) {
    throw spica::IoError(path + ": " + std::to_string(count) + " images and " + std::to_string(numbers.extent(0)) +
                         " labels; there must be as many of both, and more than " + std::to_string(train_count));
  }
  if (pixels.extent(1) != 8 || pixels.extent(2) != 8) {
    throw spica::IoError(path + ": images of " + std::to_string(pixels.extent(1)) + " x " +
                         std::to_string(pixels.extent(2)) + " pixels; they must be 8 x 8");
  }
  if (const int largest = spica::item(spica::max(numbers)); largest > 9) {
    throw spica::IoError(path + ": a label is " + std::to_string(largest) + "; labels are from 0 to 9");
  }
  const spica::Array images = spica::cast<float>(spica::reshape(pixels, count, -1)) / 16.0F;
  const spica::Array labels = spica::cast<std::int64_t>(numbers);
  return {images(spica::range(0, train_count)), labels(spica::range(0, train_count)),
          images(spica::range(train_count, count)), labels(spica::range(train_count, count))};
}

}  // namespace apps::train

#endif
