export interface DashboardOptions {
  readonly x?: string
}
export interface Dashboard {
  readonly x?: string
}
export function createDashboard(options: DashboardOptions): Dashboard {
  return options
}
