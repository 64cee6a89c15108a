"""How BenchExec runs Assay and reads its answer.

  PYTHONPATH=contrib benchexec contrib/sv_comp/assay.xml --tool-directory build

BenchExec names its own modules without a dot; this one is `sv_comp.assay`. A copy in benchexec/tools is just
`assay`."""
import re

import benchexec.result as result
import benchexec.tools.template

# The last line of standard output. A reason never holds a line break.
VERDICT = re.compile(r"verdict: (true|false|unknown)(?:\(([\w-]+)\))?(?: \((.*)\))?")

FALSE = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
    "valid-deref": result.RESULT_FALSE_DEREF,
    "valid-free": result.RESULT_FALSE_FREE,
    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
    "termination": result.RESULT_FALSE_TERMINATION,
}

DATA_MODELS = {"ILP32": "32", "LP64": "64"}

# What a run that ended without a verdict tells by its status.
STATUS = {64: "ERROR (wrong usage)", 65: "ERROR (bad input)", 70: "ERROR (defect)"}

# Of the memory that BenchExec grants, this is left for the process that the engines start from.
OWN_MEGABYTES = 200


class Tool(benchexec.tools.template.BaseTool2):
    """Assay, a verifier for C programs."""

    REQUIRED_PATHS = ["assay"]

    def name(self):
        return "Assay"

    def executable(self, tool_locator):
        return tool_locator.find_executable("assay", subdir="build")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="assay ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = (task.options or {}).get("data_model")
        if data_model:
            if data_model not in DATA_MODELS:
                raise benchexec.tools.template.UnsupportedFeatureException(f"data model {data_model}")
            command += ["--data-model", DATA_MODELS[data_model]]
        # Running out of memory by itself, an engine still tells what it knows; killed, it does not.
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(max(rlimits.memory // 2**20 - OWN_MEGABYTES, 1))]
        return [*command, *task.input_files]

    def determine_result(self, run):
        for line in reversed(run.output):
            verdict = VERDICT.fullmatch(line.strip())
            if verdict:
                return self._of_verdict(*verdict.groups())
        if run.was_timeout:
            return "TIMEOUT"
        if run.termination_reason == "memory" or run.output.any_line_contains("assay: out of memory"):
            return "OUT OF MEMORY"
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        return STATUS.get(run.exit_code.value, result.RESULT_ERROR)

    @staticmethod
    def _of_verdict(word, violated, reason):
        if word == "true":
            # A proof within limits of the model is none for a competition.
            return result.RESULT_UNKNOWN if reason else result.RESULT_TRUE_PROP
        if word == "unknown":
            return result.RESULT_UNKNOWN
        # SV-COMP has no name for a failing assertion or a division by zero.
        return FALSE.get(violated, result.RESULT_FALSE_PROP)

    def get_value_from_output(self, output, identifier):
        """A counter or time of --stats, of the first engine that tells it."""
        for line in output:
            counter = re.fullmatch(r"(.+?)\s+(\d+(?:\.\d+)?)( s)?", line.strip())
            if counter and counter.group(1) == identifier:
                return counter.group(2)
        return None
