import { createHmac } from 'node:crypto'

/**
 * Derives the secret that signs the webhooks of a sandbox: `whsec_` and 32 bytes in base64. It follows from the
 * sandbox's credentials, so all processes with the same secret derive the same, and nothing is stored.
 */
export function webhookSecret(password: string): string {
  return `whsec_${createHmac('sha256', password).update('carebench/webhook').digest('base64')}`
}

/**
 * Returns the headers that sign a webhook according to Standard Webhooks: HMAC-SHA256 of id, time and body.
 *
 * @param at - in milliseconds
 */
export function signWebhook(secret: string, id: string, at: number, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
