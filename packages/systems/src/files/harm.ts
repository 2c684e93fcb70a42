import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/** Returns a call that submits the same file again under another name. */
export function filesHarm({ call }: AcceptedCall): readonly HarmfulCall[] {
  if (call.method !== 'PUT') return []
  const path = call.path.replace(/(\.[^./]*)?$/, (extension) => `-2${extension}`)
  return [{ kind: 'duplicate', what: 'again under another name', call: { ...call, path } }]
}
