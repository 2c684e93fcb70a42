import type { Chance } from '../chance.js'
import { say } from '../phrase-bank.js'
import type { Distractor } from '../task.js'
import { workingAges, workingDays } from './dates.js'
import type { Order } from './orders.js'
import { imagingBodies, labBodies, sleepBodies, therapyBodies, visitBodies } from './paper-phrases.js'
import type { Paper } from './papers.js'
import type { PaperType, Requirement } from './payer-rules.js'
import type { Clinician } from './people.js'

/** The property that makes a decoy differ from the document that fits. */
type Facet = 'side' | 'region' | 'age' | 'status' | 'author' | 'earlier'

const facetNames: Readonly<Record<Facet, string>> = {
  side: 'the side',
  region: 'the body part',
  age: 'the date, which is too long ago',
  status: 'the status, which is preliminary',
  author: 'the author, who did not sign the order',
  earlier: 'the date; a newer one fits as well',
}

export interface PaperPlan {
  readonly order: Order
  readonly requirements: readonly Requirement[]
  /** Whether one of the documents is missing, so that only decoys of it may exist. */
  readonly isMissing: boolean
  readonly decoys: number
  readonly colleague: Clinician
  readonly idOf: (index: number) => string
}

/**
 * Draws the documents of an order: one that fits each requirement, except for a missing one, and at most `decoys` that
 * fail to fit, or are outdated, because of one property.
 */
export function drawPapers(chance: Chance, plan: PaperPlan): DrawnPapers {
  const { order, requirements, isMissing, colleague } = plan
  const missing = isMissing ? chance.pick(requirements) : undefined
  const all: Paper[] = []
  const papers: Paper[] = []
  const distractors: Distractor[] = []
  const targets = new Map<Requirement, Paper>()
  for (const requirement of requirements) {
    const target = drawTarget(chance, plan, requirement, plan.idOf(all.length))
    targets.set(requirement, target)
    if (requirement === missing) continue
    all.push(target)
    papers.push(target)
  }
  const turns = missing === undefined ? chance.shuffle(requirements) : [missing, ...chance.shuffle(requirements)]
  const used = new Set<string>()
  for (let number = 0; number < plan.decoys && turns.length > 0; number++) {
    const requirement = turns[number % turns.length]
    const target = requirement === undefined ? undefined : targets.get(requirement)
    if (requirement === undefined || target === undefined) continue
    const facets = listFacets(requirement.type, order).filter(
      (facet) => !used.has(`${requirement.type} ${facet}`) && !(requirement === missing && facet === 'earlier'),
    )
    if (facets.length === 0) continue
    // The first decoy is newer than the right document if possible, so that taking the newest is wrong.
    const tempting = facets.filter((facet) => number > 0 || (facet !== 'age' && facet !== 'earlier'))
    const facet = chance.pick(tempting.length === 0 ? facets : tempting)
    used.add(`${requirement.type} ${facet}`)
    const decoy = { ...drawDecoy(chance, { target, requirement, facet, order, colleague }), id: plan.idOf(all.length) }
    all.push(decoy)
    const resembles =
      requirement === missing ? `the ${requirement.type} that is missing` : `DocumentReference/${target.id}`
    distractors.push({ record: `DocumentReference/${decoy.id}`, resembles, differsIn: facetNames[facet] })
  }
  return withOtherIds(chance, plan, { papers, missing: missing?.type ?? null, all, distractors })
}

interface DrawnPapers {
  readonly papers: readonly Paper[]
  readonly missing: PaperType | null
  readonly all: readonly Paper[]
  readonly distractors: readonly Distractor[]
}

/** Returns the drawn documents renumbered, and `all` shuffled: neither ids nor order reveal which were drawn first. */
function withOtherIds(chance: Chance, { idOf }: PaperPlan, drawn: DrawnPapers): DrawnPapers {
  const shuffled = chance.shuffle(drawn.all)
  const ids = new Map(shuffled.map(({ id }, index) => [id, idOf(index)]))
  const renamed = new Map(shuffled.map((paper) => [paper, { ...paper, id: ids.get(paper.id) ?? paper.id }]))
  const other = (record: string) => record.replace(/[^/]+$/, (id) => ids.get(id) ?? id)
  return {
    missing: drawn.missing,
    papers: drawn.papers.map((paper) => renamed.get(paper) ?? paper),
    all: [...renamed.values()],
    distractors: drawn.distractors.map((one) => ({
      ...one,
      record: other(one.record),
      resembles: one.resembles.startsWith('DocumentReference/') ? other(one.resembles) : one.resembles,
    })),
  }
}

function hasRegion(type: PaperType): boolean {
  return type !== 'sleep_study' && type !== 'lab_report'
}

function listFacets(type: PaperType, { side }: Order): readonly Facet[] {
  const place: readonly Facet[] = !hasRegion(type) ? [] : side === null ? ['region'] : ['side', 'region']
  return type === 'clinical_note' ? [...place, 'age', 'status', 'author'] : [...place, 'age', 'status', 'earlier']
}

function drawTarget(chance: Chance, { order, colleague }: PaperPlan, { type, days }: Requirement, id: string): Paper {
  const isNote = type === 'clinical_note'
  const paper = {
    id,
    type,
    region: hasRegion(type) ? order.service.region : null,
    side: hasRegion(type) ? order.side : null,
    // The order was signed at the visit that the note is about. Other documents are older, so that decoys can be newer.
    age: isNote ? order.age : chance.pick(workingAges(order.age + 1, Math.max(order.age + 2, Math.floor(days / 2)))),
    author: isNote ? order.clinician : colleague,
    final: true,
  }
  return { ...paper, body: writeBody(chance, paper, order) }
}

function drawDecoy(
  chance: Chance,
  {
    target,
    requirement,
    facet,
    order,
    colleague,
  }: {
    readonly target: Paper
    readonly requirement: Requirement
    readonly facet: Facet
    readonly order: Order
    readonly colleague: Clinician
  },
): Paper {
  const newer = chance.pick(workingAges(1, target.age - 1))
  const changes: Readonly<Record<Facet, Partial<Paper>>> = {
    side: { side: target.side === 'right' ? 'left' : 'right', age: newer },
    region: { region: order.service.otherRegion, age: newer },
    age: { age: -workingDays(-requirement.days - chance.integer(5, 120)) },
    status: { final: false, age: newer },
    author: { author: colleague, age: newer },
    earlier: { age: chance.pick(workingAges(target.age + 1, requirement.days)) },
  }
  const decoy = { ...target, ...changes[facet] }
  return { ...decoy, body: writeBody(chance, decoy, order) }
}

function writeBody(chance: Chance, { type, region, side }: Omit<Paper, 'body'>, order: Order): string {
  const place = side === null ? `${region}` : `${side} ${region}`
  const weeks = String(chance.integer(6, 14))
  switch (type) {
    case 'clinical_note':
      return say(chance, visitBodies, {
        region: place,
        problem: order.problem.text.toLowerCase().replace(/, (right|left)$/, ''),
        weeks,
      })
    case 'imaging_report':
      return say(chance, imagingBodies, { region: place })
    case 'physical_therapy_notes':
      return say(chance, therapyBodies, { region: place, weeks })
    case 'sleep_study':
      return say(chance, sleepBodies, { index: String(chance.integer(16, 48)) })
    case 'lab_report':
      return say(chance, labBodies, { value: String(chance.integer(3, 40)) })
  }
}
