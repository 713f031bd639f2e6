export * from './corpus.ts'
export * from './options.ts'
export * from './test-connector.ts'
export * from './test-context.ts'
