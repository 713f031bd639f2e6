/** Every durable boundary of a run, in the order they are met. A test that kills at each of them covers the flow. */
export const faultPoints = [
  'run.taken',
  'run.opened',
  'page.read',
  'page.landed',
  'page.mapped',
  'batch.marked',
  'batch.written',
  'page.settled',
  'carried.taken',
  'carried.marked',
  'carried.written',
  'carried.settled',
  'run.read',
  'run.finished',
  'slot.claimed',
  'slot.requested',
] as const
export type FaultPoint = (typeof faultPoints)[number]

/** Thrown by a fault point to stand for a killed process: the run is dropped where it is, nothing more is written. */
export class SimulatedCrash extends Error {}
