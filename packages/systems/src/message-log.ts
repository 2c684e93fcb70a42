import type { Ranked } from './rest/list-page.js'

/** Messages in order of arrival; forks share an immutable base, and each keeps its own later messages. */
export class MessageLog<Row> {
  private readonly added: Row[] = []

  private constructor(private readonly base: readonly Row[]) {}

  /** Creates a log with `rows` as its base. */
  static create<Row>(rows: readonly Row[]): MessageLog<Row> {
    return new MessageLog(rows)
  }

  append(row: Row): void {
    this.added.push(row)
  }

  /** Returns all messages, oldest first. */
  rows(): Row[] {
    return [...this.base, ...this.added]
  }

  /** Returns all messages, newest first. */
  newestFirst(): Ranked<Row>[] {
    return this.rows()
      .map((item, index) => ({ rank: index + 1, item }))
      .reverse()
  }

  /**
   * Returns a copy that grows independently. Costs time proportional to the number of messages added since the base.
   */
  fork(): MessageLog<Row> {
    const copy = new MessageLog(this.base)
    for (const row of this.added) copy.added.push(row)
    return copy
  }
}
