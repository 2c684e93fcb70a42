import type { TaskSession } from '@carebench/client'
import { awaitFile } from './await-file.js'
import { formatCents } from './cents.js'
import { parseCsv, serializeCsv } from './csv.js'
import type { LinePosting } from './line-posting.js'

/** Maximum write-off without approval, in cents. */
const limit = 250_00

/** Asks the supervisor about write-offs above the limit, by section 7. Returns the postings after the decisions. */
export async function settleWriteOffs(
  session: TaskSession,
  postings: readonly LinePosting[],
): Promise<readonly LinePosting[]> {
  const asked = postings.filter(needsSupervisor)
  if (asked.length === 0) return postings
  const rows = asked.map(({ account, code, limited }) => ({ account, code, amount: formatCents(limited) }))
  const request = serializeCsv(['account', 'code', 'amount'], rows)
  await session.files.write('outbound/write-off-requests.csv', request, 'text/csv')
  const answer = await awaitFile(session, 'inbox/write-off-decisions.csv', { every: 900, atMost: 7200 })
  const decisions = parseCsv(answer)
  return postings.map((posting) => (needsSupervisor(posting) ? decide(posting, decisions) : posting))
}

function needsSupervisor({ entry, limited }: LinePosting): boolean {
  return entry === 'payment' && limited > limit
}

function decide(posting: LinePosting, decisions: readonly Readonly<Record<string, string>>[]): LinePosting {
  const { account, code, writeOff, limited, open } = posting
  const own = decisions.find((row) => row.account === account && row.code === code)
  if (own?.decision === 'approved') return posting
  if (own?.decision !== 'declined') {
    throw new Error(`Expected approved or declined for ${account} ${code}, got ${own?.decision ?? 'no row'}.`)
  }
  return { ...posting, writeOff: writeOff - limited, open: open + limited, openNext: own.next ?? '' }
}
