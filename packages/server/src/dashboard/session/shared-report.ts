import { memberAt, toNumber, toText } from '../task/facts/unknown-value.js'
import { Sealer } from './sealer.js'

/** A run that anyone with the link may read until a given time. */
export interface SharedReport {
  /** An API key created for the link; the link ends when the key is revoked. */
  readonly token: string
  /** The id of the run. */
  readonly run: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The path of shared reports, below `/dashboard`. */
export const sharedPath = '/shared'

/** Maximum length of a link; longer ones are not ours. */
const maxLinkLength = 1024

/** Seals reports in links, so that a link reveals no key and cannot be forged. */
export class SharedReportSealer {
  readonly #sealer: Sealer

  constructor(secrets: readonly Uint8Array[]) {
    this.#sealer = new Sealer(secrets, 'carebench dashboard shared report')
  }

  /** Returns the path of a link, below `/dashboard`. */
  async linkTo(report: SharedReport): Promise<string> {
    return `${sharedPath}/${await this.#sealer.seal(report)}`
  }

  /** Returns the report in a link; null if the link is invalid or has expired. */
  async read(text: string, now: number): Promise<SharedReport | null> {
    const value = text.length > maxLinkLength ? null : await this.#sealer.open(text)
    const [token, run] = [toText(memberAt(value, 'token')), toText(memberAt(value, 'run'))]
    const expiresAt = toNumber(memberAt(value, 'expiresAt'))
    if (token === null || run === null || expiresAt === null || now >= expiresAt) return null
    return { token, run, expiresAt }
  }
}
