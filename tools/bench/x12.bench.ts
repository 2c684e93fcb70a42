// What does it cost to parse an X12 271 and collect every benefit, at 102 to 10,000 segments?
//
// The floor is a handwritten envelope tree, made by `split` for known delimiters.

import {
  buildInterchange,
  checkEnvelope,
  parseInterchange,
  type SegmentValue,
  type TransactionValues,
} from '@carebench/x12'
import { X12Interchange, X12Parser } from 'node-x12'
import { X12parser } from 'x12-parser'
import type { Bench } from './src/benchmark.js'

/** EB01, EB03 and EB07 of an EB segment. */
type Benefit = readonly [code: string, service: string, amount: string]

/** Returns a 271 with this many segments, and the benefits in it. */
function makeResponse(segments: number): { readonly text: string; readonly benefits: readonly Benefit[] } {
  const benefits: Benefit[] = []
  const own: SegmentValue[] = [
    ['BHT', '0022', '11', '10001234', '20260105', '0900'],
    ['HL', '1', '', '20', '1'],
    ['NM1', 'PR', '2', 'EXAMPLE HEALTH PLAN', '', '', '', '', 'PI', '842610001'],
    ['HL', '2', '1', '21', '1'],
    ['NM1', '1P', '2', 'EXAMPLE CLINIC', '', '', '', '', 'XX', '1234567893'],
    ['HL', '3', '2', '22', '0'],
    ['NM1', 'IL', '1', 'DOE', 'JANE', '', '', '', 'MI', 'M12345'],
  ]
  for (let turn = 0; own.length < segments - 6; turn++) {
    const service = String((turn % 90) + 1)
    own.push(['EB', 'C', 'IND', service, 'PR', '', '23', 100 + turn, '', '', '', '', 'Y'])
    benefits.push(['C', service, String(100 + turn)])
    if (own.length < segments - 6 && turn % 3 === 0) own.push(['DTP', '291', 'RD8', '20260101-20261231'])
  }
  const transaction: TransactionValues = { id: '271', version: '005010X279A1', functionalId: 'HB', segments: own }
  const partners = { sender: { id: 'EXAMPLEPLAN' }, receiver: { id: 'EXAMPLECLINIC' } }
  const text = buildInterchange({ ...partners, at: Date.UTC(2026, 0, 5, 9), controlNumber: 1 }, [transaction])
  return { text, benefits }
}

interface Tree {
  header: string[]
  groups: { header: string[]; transactions: { header: string[]; segments: string[][] }[] }[]
}

function byHand(text: string): Benefit[] {
  const tree: Tree = { header: [], groups: [] }
  for (const line of text.split('~')) {
    const segment = line.split('*')
    const group = tree.groups.at(-1)
    switch (segment[0]) {
      case 'ISA':
        tree.header = segment
        break
      case 'GS':
        tree.groups.push({ header: segment, transactions: [] })
        break
      case 'ST':
        group?.transactions.push({ header: segment, segments: [] })
        break
      case 'SE':
      case 'GE':
      case 'IEA':
      case '':
        break
      default:
        group?.transactions.at(-1)?.segments.push(segment)
    }
  }
  const found: Benefit[] = []
  for (const { transactions } of tree.groups) {
    for (const { segments } of transactions) {
      for (const segment of segments) {
        if (segment[0] === 'EB') found.push([segment[1] ?? '', segment[3] ?? '', segment[7] ?? ''])
      }
    }
  }
  return found
}

function ours(text: string): Benefit[] {
  const found: Benefit[] = []
  for (const transaction of parseInterchange(text).transactions) {
    for (const eb of transaction.segments('EB')) {
      found.push([eb.element(1) ?? '', eb.element(3) ?? '', eb.element(7) ?? ''])
    }
  }
  return found
}

function oursChecked(text: string): Benefit[] {
  if (checkEnvelope(parseInterchange(text)).length > 0) throw new Error('The sample has a broken envelope.')
  return ours(text)
}

function byNodeX12(text: string): Benefit[] {
  const interchange = new X12Parser(true).parse(text)
  if (!(interchange instanceof X12Interchange)) throw new Error('node-x12 found several interchanges')
  const found: Benefit[] = []
  for (const { transactions } of interchange.functionalGroups) {
    for (const { segments } of transactions) {
      for (const segment of segments) {
        if (segment.tag === 'EB') found.push([segment.valueOf(1), segment.valueOf(3), segment.valueOf(7)])
      }
    }
  }
  return found
}

function byX12Parser(text: string): Promise<Benefit[]> {
  return new Promise((resolve, reject) => {
    const found: Benefit[] = []
    const parser = new X12parser()
    parser.on('error', reject)
    parser.on('data', (segment: Readonly<Record<string, string>> & { readonly name: string }) => {
      if (segment.name === 'EB') found.push([segment['1'] ?? '', segment['3'] ?? '', segment['7'] ?? ''])
    })
    parser.on('end', () => resolve(found))
    parser.end(text)
  })
}

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(102, 102, 1_000, 10_000)) {
    const { text, benefits } = makeResponse(size)
    if (text.split('~').length - 1 !== size) throw new Error(`Expected a sample of ${size} segments.`)
    const contender = (name: string, collect: (text: string) => readonly Benefit[] | Promise<readonly Benefit[]>) => ({
      name,
      run: () => collect(text),
      answer: () => collect(text),
    })
    await bench.race({
      case: `${size.toLocaleString('en')} segments`,
      expected: benefits,
      contenders: [
        { ...contender('envelope tree by hand', byHand), floor: 'envelope tree by hand' },
        { ...contender('@carebench/x12', ours), goals: { 'envelope tree by hand': 1.3 } },
        contender('@carebench/x12, envelope checked', oursChecked),
        contender('node-x12', byNodeX12),
        contender('x12-parser', byX12Parser),
      ],
    })
  }
}
