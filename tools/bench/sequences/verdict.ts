/** The longest piece of work without a pause among the requests of one kind in a sequence. */
export interface Piece {
  /** The kind: requests that differ only in numbers have the same. */
  readonly label: string
  readonly status: number
  /** Milliseconds of CPU between two turns of the event loop. */
  readonly longest: number
  /** Its upper bound, in milliseconds. */
  readonly bound: number
}

/** The figures by which a played sequence is judged. */
export interface Figures {
  /** One for each kind of request, the largest relative to its bound first. */
  readonly pieces: readonly Piece[]
  /** The longest that another client waited for `GET /healthz` meanwhile, in milliseconds. */
  readonly health: number
  /** Why it could not be played to its end. */
  readonly failure?: string
}

/**
 * Maximum milliseconds: of CPU without a pause for a request, for one with a body over 1 MiB, and of a wait for
 * `/healthz`.
 */
export const bounds = { piece: 50, pieceOfLongBody: 350, health: 250 } as const

/** Returns the length of a piece relative to its bound; above 1, it is too long. */
export function shareOfBound({ longest, bound }: Piece): number {
  return longest / bound
}

/** Sorts pieces as {@link Figures} has them. */
export function orderPieces(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.toSorted((one, other) => shareOfBound(other) - shareOfBound(one))
}

/** Describes why a sequence failed, or else each of its figures that exceeds its bound; empty if none does. */
export function describeFaults({ pieces, health, failure }: Figures): readonly string[] {
  if (failure !== undefined) return [failure]
  const ms = (figure: number) => `${Number(figure.toPrecision(3))} ms`
  const long = pieces.filter((piece) => shareOfBound(piece) > 1)
  return [
    ...long.map((piece) => `${piece.label} (${piece.status}) ${ms(piece.longest)} in one piece, over ${piece.bound}`),
    ...(health > bounds.health ? [`/healthz ${ms(health)}, over ${bounds.health}`] : []),
  ]
}

/** Keeps the smaller figures of two plays of one sequence, because noise can only make figures larger. */
export function keepSmallest<One extends Figures>(first: One, second: Figures): One {
  const others = new Map(second.pieces.map((piece) => [piece.label, piece]))
  const pieces = first.pieces.map((piece) => {
    const other = others.get(piece.label)
    return other !== undefined && other.longest < piece.longest ? other : piece
  })
  return { ...first, pieces: orderPieces(pieces), health: Math.min(first.health, second.health) }
}
