export { createRobotConnector } from './robot-connector.ts'
export * from './robot-params.ts'
export type { RobotMessage, RobotPlan } from './robot-target.ts'
