export {
  type CarebenchMock,
  type CarebenchMockOptions,
  carebenchMock,
  type MockBenchmark,
  type MockSnapshot,
} from './carebench-mock.js'
export type { Fault, FaultTarget, OrderedFault } from './fault.js'
export type { MockCall } from './mock-gateway.js'
export type { MockCaller, MockRuns } from './mock-runs.js'
export type { OrderedOverride, Override, ProxyOverride } from './override.js'
