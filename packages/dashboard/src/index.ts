export { createDashboard, type Dashboard, type DashboardHandler, type DashboardOptions } from './dashboard.js'
