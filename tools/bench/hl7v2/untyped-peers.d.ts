// Types for the parts that the benchmark uses of packages without types.

declare module 'simple-hl7' {
  interface Segment {
    getComponent(field: number, component: number): string
  }
  interface Message {
    readonly header: Segment
    getSegment(name: string): Segment
    getSegments(name: string): readonly Segment[]
  }
  const simpleHl7: {
    readonly Parser: new (options: { readonly segmentSeperator: string }) => { parse(text: string): Message }
  }
  export = simpleHl7
}

declare module 'hl7-standard' {
  interface Segment {
    get(path: string): string
  }
  interface Message extends Segment {
    transform(): void
    getSegments(name: string): readonly Segment[]
  }
  const Message: new (text: string) => Message
  export = Message
}
