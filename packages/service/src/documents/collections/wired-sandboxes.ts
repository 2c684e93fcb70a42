import type { WebhookDelivery, Wire } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

/** A process that has wires; its id is drawn at its start. Others may take over its wires after `until`. */
export interface WireNodeDoc extends Document {
  /** In milliseconds since 1970. */
  readonly until: number
}

export const wireNodes = defineCollection<WireNodeDoc>({ name: 'wire_nodes', due: ({ until }) => until })

/** The wires of an active sandbox, all held by one process; its id is that of the sandbox. */
export interface WiredSandboxDoc extends Document {
  /** The process that has them. */
  readonly holder: string
  /** The wires as agents see them; null while they are being opened. */
  readonly wires: readonly Wire[] | null
  /** The address at which HL7 messages are delivered, different for every sandbox. */
  readonly listener: { readonly host: string; readonly port: number } | null
  /** The last HL7 message that was delivered there. */
  readonly delivered: string | null
  /** The organization that owns the sandbox. */
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
