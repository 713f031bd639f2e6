export * from './http-connector.ts'
export * from './http-plan.ts'
export { inferFields } from './infer-fields.ts'
export { pickPath } from './json-path.ts'
