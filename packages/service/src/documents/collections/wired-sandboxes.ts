import type { WebhookDelivery, Wire } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

/** A process that has wires; its id is drawn when it starts. What it holds, others may take after `until`. */
export interface WireNodeDoc extends Document {
  /** In milliseconds since 1970. */
  readonly until: number
}

export const wireNodes = defineCollection<WireNodeDoc>({ name: 'wire_nodes', due: ({ until }) => until })

/** The wires of a sandbox that has not ended, of which one process has them all; its id is that of the sandbox. */
export interface WiredSandboxDoc extends Document {
  /** The process that has them. */
  readonly holder: string
  /** As agents see them; null while they are being opened. */
  readonly wires: readonly Wire[] | null
  /** Where HL7 messages are delivered: no two sandboxes have the same. */
  readonly listener: { readonly host: string; readonly port: number } | null
  /** The last HL7 message that was delivered there. */
  readonly delivered: string | null
  /** Whose sandbox it is. */
  readonly organization_id: string
}

export const wiredSandboxes = defineCollection<WiredSandboxDoc>({
  name: 'wired_sandboxes',
  unique: { listener: ({ listener }) => listener && `${listener.host} ${listener.port}` },
  filters: { holder: ({ holder }) => holder },
})

/** A webhook of a sandbox, with the last request that was made for it; its id is the header `webhook-id`. */
export interface WebhookDeliveryDoc extends Document, Readonly<WebhookDelivery> {
  readonly sandbox_id: string
}

export const webhookDeliveries = defineCollection<WebhookDeliveryDoc>({
  name: 'webhook_deliveries',
  filters: { sandbox: ({ sandbox_id }) => sandbox_id },
})
