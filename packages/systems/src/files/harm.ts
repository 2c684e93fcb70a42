import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/**
 * Returns a call that submits the same file again under another name. ends. A byte order mark and empty lines are
 * skipped. Never throws; an unclosed quote extends to the end.
 */
export function filesHarm({ call }: AcceptedCall): readonly HarmfulCall[] {
  if (call.method !== 'PUT') return []
  const path = call.path.replace(/(\.[^./]*)?$/, (extension) => `-2${extension}`)
  return [{ kind: 'duplicate', what: 'again under another name', call: { ...call, path } }]
}
