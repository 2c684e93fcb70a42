import { memberAt, numberOf, type Turn, textOf } from '@carebench/server/dashboard/task'

/** The lines of calls that the runner writes, with room for those that say what was left out. */
const maxLines = 10_100

/**
 * The calls that went through the proxy of a trial, for a trial without a record and without messages.
 *
 * @param lines - the content of `calls.jsonl`; what is not a line of JSON is left out, such as one that is being
 *   written
 */
export function readProxiedCalls(lines: string): readonly Turn[] {
  return lines
    .split('\n', maxLines)
    .flatMap((line): readonly unknown[] => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
    .map((call, index) => {
      const status = numberOf(memberAt(call, 'status'))
      const request = `${textOf(memberAt(call, 'method')) ?? '?'} /${textOf(memberAt(call, 'path')) ?? ''}`
      return {
        number: index + 1,
        speaker: 'agent',
        at: textOf(memberAt(call, 'at')),
        message: '',
        reasoning: '',
        calls: [
          {
            name: textOf(memberAt(call, 'tool')) ?? request,
            arguments: undefined,
            response: null,
            status,
            isError: status !== null && status >= 400,
            pictures: [],
            step: null,
          },
        ],
        tokens: { input: null, output: null },
      }
    })
}
