export {
  type CarebenchMock,
  type CarebenchMockOptions,
  carebenchMock,
  type MockBenchmark,
  type MockSnapshot,
} from './carebench-mock.js'
export type {
  ConnectionFault,
  Fault,
  FaultTarget,
  LatencyFault,
  OrderedFault,
  StatusFault,
  TokenFault,
} from './fault.js'
export type { MockCall } from './mock-gateway.js'
export type { MockCaller, MockRuns } from './mock-runs.js'
export type {
  OrderedOverride,
  OverriddenCall,
  OverriddenProxyCall,
  Override,
  ProxyOverride,
} from './override.js'
