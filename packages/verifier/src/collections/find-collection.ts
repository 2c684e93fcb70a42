import { isResourceType } from '@carebench/fhir'
import { files } from './files.js'
import { inboundHl7, outboundHl7 } from './hl7-messages.js'
import { cdsCalls, sentFaxes, sentMessages, voiceCalls } from './json-lists.js'
import type { RecordCollection } from './record-collection.js'
import { fhirCollection, portalCollection } from './state-collections.js'
import { receivedX12, sentX12 } from './x12-transactions.js'

/** What can be done with a collection whose form of records does not matter to the caller. */
export type CollectionUse<Result> = <Value>(collection: RecordCollection<Value>) => Result

/** Uses the collection of a name; undefined if there is none. */
export const useCollection = <Result>(name: string, use: CollectionUse<Result>): Result | undefined => {
  switch (name) {
    case 'hl7.outbound':
      return use(outboundHl7)
    case 'hl7.inbound':
      return use(inboundHl7)
    case 'x12.sent':
      return use(sentX12)
    case 'x12.received':
      return use(receivedX12)
    case 'files':
      return use(files)
    case 'faxes':
      return use(sentFaxes)
    case 'messages':
      return use(sentMessages)
    case 'cds':
      return use(cdsCalls)
    case 'voice.calls':
      return use(voiceCalls)
    default:
      return useState(name, use)
  }
}

const useState = <Result>(name: string, use: CollectionUse<Result>): Result | undefined => {
  const [part, ...rest] = name.split('.')
  const inside = rest.join('.')
  if (part === 'fhir' && isResourceType(inside)) return use(fhirCollection(inside))
  if (part === 'portal' && inside !== '') return use(portalCollection(inside))
  return undefined
}

/** What to write instead of a name that is none. */
export const collectionNames =
  'expected a collection: fhir.<ResourceType>, portal.<resource>, hl7.outbound, hl7.inbound, x12.sent, x12.received, files, faxes, messages, cds or voice.calls'
