#include "strategy/certify.h"

#include "engine/common/replay.h"
#include "engine/common/status_table.h"
#include "engine/termination/lassos.h"
#include "engine/termination/recurrent_sets.h"

#include <set>

namespace assay {

namespace {

bool reject(Result& result, std::string why) {
  result.verdict = Verdict::Unknown;
  result.reason = std::move(why);
  return false;
}

/// Why the check is not violated after all; empty if it is.
std::string objection(const CheckResult& check, const Program& program, Env& env) {
  if (!check.counterexample || check.counterexample->error != check.error) return "there is NO COUNTEREXAMPLE";
  const Replay replayed = replay(program, *check.counterexample, env);
  if (replayed.confirmed) return {};
  if (replayed.outcome.kind == Outcome::Interrupted) return "out of time while a counterexample was replayed";
  return "a counterexample was NOT CONFIRMED by the interpreter (" + replayed.what + ")";
}

bool certifyFalse(Result& result, const Program& program, Env& env) {
  std::string objections;
  bool violated = false;
  for (CheckResult& check : result.checks) {
    if (check.status != CheckStatus::Violated) continue;
    std::string why = objection(check, program, env);
    violated = violated || why.empty();
    if (why.empty()) continue;
    objections = why;
    check.status = CheckStatus::Open;
    check.how = std::move(why);
    check.counterexample.reset();
  }
  if (violated) return objections.empty();
  return reject(result, objections.empty() ? "the engine says false and VIOLATED NO CHECK" : objections);
}

/// The result is put into a table of its own: a row that the result does not mention is open.
bool certifyTrue(Result& result, const Program& program) {
  StatusTable proved(program);
  const CheckTable& table = proved.table();
  std::set<RowId> open; // one location of several
  for (const CheckResult& check : result.checks) {
    const RowId row = table.find(program[check.error]);
    if (check.status == CheckStatus::Proved)
      proved.add({row, check.how, {}}, {});
    else
      open.insert(row);
  }
  for (const ObstacleResult& obstacle : result.obstacles)
    if (obstacle.status == CheckStatus::Proved) proved.add({obstacle.row, obstacle.how, {}}, {});
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const RowId row(i);
    if ((proved[row].isProved && !open.contains(row)) || table[row].isLimit()) continue;
    return reject(result, table[row].isCheck() ? "the engine says true and left a check OPEN: " + table.text(row)
                                               : "the engine says true and DID NOT EXCLUDE " + table.text(row));
  }
  return true;
}

/// Every loop is proved to end, and every obstacle is excluded.
bool certifyTermination(Result& result, const Program& program) {
  const CheckTable table(program);
  std::set<RowId> excluded;
  for (const LoopResult& loop : result.loops)
    if (loop.status != CheckStatus::Proved)
      return reject(result,
                    "the engine says true and left a LOOP OPEN: " + textWithPlace(program, "loop", loop.position));
  for (const ObstacleResult& obstacle : result.obstacles)
    if (obstacle.status == CheckStatus::Proved) excluded.insert(obstacle.row);
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isCheck() || row.isLimit() || excluded.contains(RowId(i))) continue;
    return reject(result, "the engine says true and DID NOT EXCLUDE " + table.text(RowId(i)));
  }
  return true;
}

/// Some loop has a lasso that the interpreter goes through again, or a recurrent set that is shown to be one, from
/// scratch. Loops whose evidence does not hold are open.
bool certifyEndless(Result& result, const Program& program, Env& env) {
  std::string objection = "there is NO LASSO";
  bool isEndless = false, isAll = true;
  for (LoopResult& loop : result.loops) {
    if (loop.status != CheckStatus::Violated) continue;
    if ((loop.lasso && isLasso(program, *loop.lasso, env, objection)) ||
        (loop.recurrentSet && isRecurrent(program, *loop.recurrentSet, env, objection))) {
      isEndless = true;
      continue;
    }
    isAll = false;
    loop.status = CheckStatus::Open;
    loop.how = "an endless execution was NOT CONFIRMED (" + objection + ")";
    loop.lasso.reset();
    loop.recurrentSet.reset();
  }
  if (isEndless) return isAll;
  if (env.deadline.expired()) return reject(result, "out of time while an endless execution was confirmed");
  return reject(result, "an endless execution was NOT CONFIRMED (" + objection + ")");
}

} // namespace

bool certify(Result& result, const Program& program, Env& env) {
  if (result.verdict == Verdict::Unknown) return true;
  if (result.question == Question::Termination) {
    if (result.verdict == Verdict::True) return certifyTermination(result, program);
    return certifyEndless(result, program, env);
  }
  if (result.verdict == Verdict::False) return certifyFalse(result, program, env);
  return certifyTrue(result, program);
}

} // namespace assay
