import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/** A file is submitted a second time, under another name. */
export function filesHarm({ call }: AcceptedCall): readonly HarmfulCall[] {
  if (call.method !== 'PUT') return []
  const path = call.path.replace(/(\.[^./]*)?$/, (extension) => `-2${extension}`)
  return [{ kind: 'duplicate', what: 'again under another name', call: { ...call, path } }]
}
