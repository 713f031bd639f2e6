/** The door of the room. */
export type { Credentials } from './credentials.ts'
export type { Bill } from './erp/ledger.ts'
export {
  allFaults,
  defaultFaults,
  type ErpFault,
  erpFaultKinds,
  type FaultChoice,
  type FaultPlan,
  type FaultRule,
  type ShopFault,
  shopFaultKinds,
} from './faults.ts'
export { type Model, startModel } from './model/start-model.ts'
export type { ErpProbe, Sandbox, SandboxOptions, SandboxStats, ShopProbe } from './sandbox.ts'
export { type SignedParts, sign } from './shop/signature.ts'
export type { ShopOrder } from './shop/store.ts'
export { startSandbox } from './start-sandbox.ts'
export { vendors } from './vendors/index.ts'
export type { Vendor } from './vendors/vendor.ts'
