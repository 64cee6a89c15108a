// Z3's C interface with references counted. Z3 keeps the last result of a call alive, and nothing else: an expression
// or sort that nobody holds may be freed by the next call that makes one. So calls go through Z3Api, which owns what
// they return and takes only what is owned; nowhere else does a bare pointer of Z3 live longer than one call.
//
// A call numbers what it makes, and Z3's answers may depend on the numbers. Two calls are therefore never arguments of
// the same one, in an order that the compiler chooses.
#pragma once

#include <concepts>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <z3.h>

namespace assay {

/// How references to objects of a type are counted.
template <class Object>
struct Z3Counting;

template <>
struct Z3Counting<Z3_ast> {
  static void increment(Z3_context z3, Z3_ast ast) { Z3_inc_ref(z3, ast); }
  static void decrement(Z3_context z3, Z3_ast ast) { Z3_dec_ref(z3, ast); }
};

/// Sorts, applications and declarations are expressions to Z3.
template <class Object, auto toAst>
struct Z3CountingAsAst {
  static void increment(Z3_context z3, Object object) { Z3_inc_ref(z3, toAst(z3, object)); }
  static void decrement(Z3_context z3, Object object) { Z3_dec_ref(z3, toAst(z3, object)); }
};

template <class Object, auto inc, auto dec>
struct Z3CountingBy {
  static void increment(Z3_context z3, Object object) { inc(z3, object); }
  static void decrement(Z3_context z3, Object object) { dec(z3, object); }
};

// clang-format off
template <> struct Z3Counting<Z3_sort> : Z3CountingAsAst<Z3_sort, Z3_sort_to_ast> {};
template <> struct Z3Counting<Z3_app> : Z3CountingAsAst<Z3_app, Z3_app_to_ast> {};
template <> struct Z3Counting<Z3_func_decl> : Z3CountingAsAst<Z3_func_decl, Z3_func_decl_to_ast> {};
template <> struct Z3Counting<Z3_solver> : Z3CountingBy<Z3_solver, Z3_solver_inc_ref, Z3_solver_dec_ref> {};
template <> struct Z3Counting<Z3_model> : Z3CountingBy<Z3_model, Z3_model_inc_ref, Z3_model_dec_ref> {};
template <> struct Z3Counting<Z3_params> : Z3CountingBy<Z3_params, Z3_params_inc_ref, Z3_params_dec_ref> {};
template <> struct Z3Counting<Z3_tactic> : Z3CountingBy<Z3_tactic, Z3_tactic_inc_ref, Z3_tactic_dec_ref> {};
template <> struct Z3Counting<Z3_stats> : Z3CountingBy<Z3_stats, Z3_stats_inc_ref, Z3_stats_dec_ref> {};
template <> struct Z3Counting<Z3_ast_vector> : Z3CountingBy<Z3_ast_vector, Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref> {};
template <> struct Z3Counting<Z3_func_interp> : Z3CountingBy<Z3_func_interp, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref> {};
template <> struct Z3Counting<Z3_fixedpoint> : Z3CountingBy<Z3_fixedpoint, Z3_fixedpoint_inc_ref, Z3_fixedpoint_dec_ref> {};
template <> struct Z3Counting<Z3_func_entry> : Z3CountingBy<Z3_func_entry, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref> {};
// clang-format on

/// A counted reference to an object of Z3, or none.
template <class Object>
class Z3Ref {
public:
  Z3Ref() = default;
  Z3Ref(Z3_context z3, Object object) : z3_(z3), object_(object) { Z3Counting<Object>::increment(z3_, object_); }
  Z3Ref(const Z3Ref& other) : z3_(other.z3_), object_(other.object_) {
    if (object_) Z3Counting<Object>::increment(z3_, object_);
  }
  Z3Ref(Z3Ref&& other) noexcept : z3_(other.z3_), object_(std::exchange(other.object_, nullptr)) {}
  Z3Ref& operator=(Z3Ref other) noexcept {
    std::swap(z3_, other.z3_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Z3Ref() {
    if (object_) Z3Counting<Object>::decrement(z3_, object_);
  }

  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Z3Ref& other) const { return object_ == other.object_; }

private:
  friend class Z3Api;
  Z3_context z3_ = nullptr;
  Object object_ = nullptr;
};

using Z3Ast = Z3Ref<Z3_ast>;
using Z3Sort = Z3Ref<Z3_sort>;
using Z3Model = Z3Ref<Z3_model>;
using Z3Decl = Z3Ref<Z3_func_decl>;

/// A context. All objects that refer to it must be gone before it.
class Z3Api {
public:
  Z3Api() {
    Z3_global_param_set("model.compact", "false"); // arrays as stores and graphs, never as lambda terms
    Z3_config config = Z3_mk_config();
    z3_ = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (z3_ == nullptr) throw std::bad_alloc();
    Z3_set_error_handler(z3_, [](Z3_context, Z3_error_code) {}); // errors show in results
  }
  ~Z3Api() { Z3_del_context(z3_); }
  Z3Api(const Z3Api&) = delete;
  Z3Api& operator=(const Z3Api&) = delete;

  /// Calls a function of Z3. Its result is owned; that there is none is an error.
  template <auto function, class... Args>
  auto call(const Args&... args) const {
    return owned(function, bare(args)...);
  }
  /// A function whose last arguments are an array of expressions.
  template <auto function, class... Args>
  auto callOn(std::span<const Z3Ast> asts, const Args&... args) const {
    std::vector<Z3_ast> bareAsts;
    for (const Z3Ast& ast : asts) bareAsts.push_back(ast.object_);
    return owned(function, bare(args)..., static_cast<unsigned>(asts.size()), bareAsts.data());
  }
  /// A relation between values of these sorts.
  Z3Decl relation(const std::string& name, std::span<const Z3Sort> sorts) const;
  /// For all values of these constants, or for some.
  Z3Ast forAll(std::span<const Z3Ast> constants, const Z3Ast& body) const {
    return quantified<Z3_mk_forall_const>(constants, body);
  }
  Z3Ast exists(std::span<const Z3Ast> constants, const Z3Ast& body) const {
    return quantified<Z3_mk_exists_const>(constants, body);
  }
  /// The value of an expression in a model.
  Z3Ast evaluate(const Z3Model& model, const Z3Ast& ast) const {
    Z3_ast value = nullptr;
    if (!Z3_model_eval(z3_, model.object_, ast.object_, true, &value)) fail();
    return {z3_, value};
  }

private:
  template <class Object>
  static Object bare(const Z3Ref<Object>& reference) {
    return reference.object_;
  }
  template <class Argument>
    requires(std::is_arithmetic_v<Argument> || std::same_as<Argument, Z3_symbol>)
  static Argument bare(Argument argument) {
    return argument;
  }
  static const char* bare(const char* text) { return text; }
  static const char* bare(const std::string& text) { return text.c_str(); }

  template <class Function, class... Args>
  auto owned(Function function, Args... args) const {
    using Result = std::invoke_result_t<Function, Z3_context, Args...>;
    if constexpr (std::is_void_v<Result>) {
      function(z3_, args...);
    } else {
      const Result result = function(z3_, args...);
      if constexpr (std::same_as<Result, Z3_string>) {
        return std::string(result ? result : ""); // the next call may overwrite it
      } else if constexpr (requires { Z3Counting<Result>::increment(z3_, result); }) {
        if (!result) fail();
        return Z3Ref<Result>(z3_, result);
      } else {
        return result;
      }
    }
  }
  template <auto quantifier>
  Z3Ast quantified(std::span<const Z3Ast> constants, const Z3Ast& body) const;
  [[noreturn]] void fail() const {
    if (Z3_get_error_code(z3_) == Z3_MEMOUT_FAIL) throw std::bad_alloc();
    throw std::logic_error(std::string("Z3: ") + Z3_get_error_msg(z3_, Z3_get_error_code(z3_)));
  }

  Z3_context z3_;
};

inline Z3Decl Z3Api::relation(const std::string& name, std::span<const Z3Sort> sorts) const {
  std::vector<Z3_sort> bareSorts;
  for (const Z3Sort& sort : sorts) bareSorts.push_back(sort.object_);
  const Z3Sort boolSort = call<Z3_mk_bool_sort>();
  const Z3_symbol symbol = Z3_mk_string_symbol(z3_, name.c_str());
  return owned(Z3_mk_func_decl, symbol, static_cast<unsigned>(sorts.size()), bareSorts.data(), boolSort.object_);
}

template <auto quantifier>
Z3Ast Z3Api::quantified(std::span<const Z3Ast> constants, const Z3Ast& body) const {
  if (constants.empty()) return body;
  std::vector<Z3_app> bound;
  for (const Z3Ast& constant : constants) bound.push_back(Z3_to_app(z3_, constant.object_));
  return owned(quantifier, 0U, static_cast<unsigned>(bound.size()), bound.data(), 0U, nullptr, body.object_);
}

} // namespace assay
