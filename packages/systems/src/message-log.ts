import type { Ranked } from './rest/list-page.js'

/** Messages in the order of arrival; forks share a base that never changes, and each keeps what came after it. */
export class MessageLog<Row> {
  private readonly added: Row[] = []

  private constructor(private readonly base: readonly Row[]) {}

  /** Makes a log with `rows` as its base. */
  static create<Row>(rows: readonly Row[]): MessageLog<Row> {
    return new MessageLog(rows)
  }

  append(row: Row): void {
    this.added.push(row)
  }

  /** All messages, the oldest first. */
  rows(): Row[] {
    return [...this.base, ...this.added]
  }

  /** All messages, the newest first. */
  newestFirst(): Ranked<Row>[] {
    return this.rows()
      .map((item, index) => ({ rank: index + 1, item }))
      .reverse()
  }

  /** A log with the same messages that grows on its own. Costs as much as there are messages over the base. */
  fork(): MessageLog<Row> {
    const copy = new MessageLog(this.base)
    for (const row of this.added) copy.added.push(row)
    return copy
  }
}
