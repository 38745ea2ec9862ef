// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TOUR_NARRATOR_HPP
#define SPICA_APPS_TOUR_NARRATOR_HPP

#include <spica/device/any_device.hpp>
#include <spica/device/ledger.hpp>

#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tour {

/// Prints the steps: a title, calls with what they gave, and at the end of a step what it moved.
class Narrator {
 public:
  explicit Narrator(std::ostream& out) : out_(out) {}

  /// Ends the step before, and begins one.
  void step(const std::string& title) {
    end_step();
    out_ << '\n' << ++number_ << "  " << title << "\n\n";
    at_start_ = spica::ledger();
    in_step_ = true;
  }

  /// Prints what moved since the step began, as the ledger has it.
  void end_step() {
    if (!in_step_) return;
    std::ostringstream moved;
    moved << spica::ledger() - at_start_;
    std::string text = moved.str();
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) text.replace(at, 1, ", ");
    out_ << "\n   ledger: " << (text.empty() ? "nothing moved" : text.substr(0, text.size() - 2)) << '\n';
    in_step_ = false;
  }

  void say(const std::string& text) { print_lines("   ", text); }

  /// A statement, before it is run.
  void call(const std::string& code) { print_lines("   > ", code + ';'); }

  /// An expression and its value.
  template <class Value>
  void show(const std::string& code, const Value& value) {
    print_lines("   > ", code);
    std::ostringstream text;
    text << std::boolalpha << value;
    say(text.str());
  }
  void show(const std::string& code, const std::vector<spica::AnyDevice>& devices) {
    std::string names;
    for (const spica::AnyDevice& device : devices) names += (names.empty() ? "" : ", ") + device.name();
    show(code, '[' + names + ']');
  }

  /// A statement that must throw, and its message.
  template <class Run>
  void fails(const std::string& code, const Run& run) {
    call(code);
    try {
      run();
    } catch (const spica::Error& error) {
      say(error.what());
      return;
    }
    throw std::logic_error("this should have failed: " + code);
  }

 private:
  void print_lines(const std::string& before, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out_ << before << line << '\n';
  }

  std::ostream& out_;
  int number_ = 0;
  bool in_step_ = false;
  spica::Ledger at_start_;
};

}  // namespace tour

// A call as it stands in the source, and what it does: only the preprocessor knows how a call is written. `narrator` is
// the caller's.

/// Prints an expression, then its value.
#define SPICA_SHOW(...) narrator.show(#__VA_ARGS__, __VA_ARGS__)

/// Prints a statement, then runs it in the caller's scope.
#define SPICA_RUN(...)         \
  narrator.call(#__VA_ARGS__); \
  __VA_ARGS__

/// Prints a statement that must throw, then the message.
#define SPICA_FAILS(...) narrator.fails(#__VA_ARGS__, [&] { __VA_ARGS__; })

#endif
