import { Day, route } from '@sluice/contract'
import { z } from 'zod'
import {
  Candidate,
  Card,
  Exception,
  exceptionKinds,
  Flow,
  FlowConfig,
  flowFields,
  Group,
  Line,
  LineId,
  MatchRule,
  ReasonText,
  ReconRun,
  runStates,
  Side,
} from './shape-contract.ts'
import { work } from './work-contract.ts'

export {
  Candidate,
  Card,
  Comment,
  type Entry,
  Exception,
  entryStates,
  exceptionKinds,
  Flow,
  FlowConfig,
  Group,
  Line,
  MatchRule,
  matchColumns,
  ReconRun,
  type RunSummary,
  runPhases,
  runStates,
} from './shape-contract.ts'

const period = { from: Day.optional(), to: Day.optional() }
const id = z.object({ id: z.uuid() })
const groupId = z.object({ id: LineId })
const BASE = '/api/dh/lessee/reconciliation/flow'
const ONE = `${BASE}/{id}`
const RUN = '/api/dh/lessee/reconciliation/run/{id}'
const GROUP = '/api/dh/lessee/reconciliation/group/{id}'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const
const size = z.coerce.number().int().min(1).max(200).default(50)

export const flow = {
  list: route({ method: 'GET', path: BASE, summary: 'Flows with their latest run', ...query, content: z.array(Flow) }),
  create: route({
    method: 'POST',
    path: BASE,
    summary: 'Add a flow; without rules it begins with those that fit most shops',
    permission: 'reconciliation:add',
    audit: 'add',
    body: z.strictObject({ ...flowFields, config: FlowConfig.optional() }),
    content: Flow,
  }),
  get: route({ method: 'GET', path: ONE, summary: 'One flow', ...query, params: id, content: Flow }),
  update: route({
    method: 'PUT',
    path: ONE,
    summary: 'Change a flow; a rule that says something else has earned nothing yet',
    ...update,
    params: id,
    body: z.strictObject({ ...flowFields, version: z.int() }),
    content: Flow,
  }),
  cards: route({
    method: 'GET',
    path: `${ONE}/cards`,
    summary: 'What both sides of a flow sum up to, by currency, and in which state',
    ...query,
    params: id,
    query: z.strictObject({ account_id: z.uuid().optional(), ...period }),
    content: z.array(Card),
  }),
  run: route({
    method: 'POST',
    path: `${ONE}/run`,
    summary: 'Match what is open, in the background: tried, or kept',
    ...update,
    params: id,
    body: z.strictObject({
      mode: z.enum(['trial', 'commit']),
      /** Days in the zones of the accounts, both inclusive. */
      period_from: Day.nullable().default(null),
      period_to: Day.nullable().default(null),
    }),
    content: ReconRun,
  }),
  runs: route({
    method: 'GET',
    path: `${ONE}/run`,
    summary: 'The latest 50 runs of a flow, of one mode or state',
    ...query,
    params: id,
    query: z.strictObject({ mode: z.enum(['trial', 'commit']).optional(), state: z.enum(runStates).optional() }),
    content: z.array(ReconRun),
  }),
  getRun: route({ method: 'GET', path: RUN, summary: 'One run', ...query, params: id, content: ReconRun }),
  cancelRun: route({
    method: 'POST',
    path: `${RUN}/cancel`,
    summary: 'End a run; nothing of it is kept',
    ...update,
    params: id,
    content: ReconRun,
  }),
  groups: route({
    method: 'GET',
    path: `${ONE}/group`,
    summary: 'Matches of a flow, newest first; call on with the id of the last',
    ...query,
    params: id,
    query: z.strictObject({
      state: z.enum(['proposed', 'confirmed', 'revoked']).optional(),
      before: LineId.optional(),
      pageSize: size,
    }),
    content: z.array(Group),
  }),
  group: route({
    method: 'GET',
    path: GROUP,
    summary: 'A match with the lines of both sides, at most 200',
    ...query,
    params: groupId,
    content: Group.extend({
      lines: z.array(Line),
      /** The rule as the run used it; null: a person matched. */
      how: MatchRule.nullable(),
    }),
  }),
  confirm: route({
    method: 'POST',
    path: `${GROUP}/confirm`,
    summary: 'Say that a proposed match is right; what it books needs somebody else than who booked it',
    ...update,
    params: groupId,
    content: Group,
  }),
  revoke: route({
    method: 'POST',
    path: `${GROUP}/revoke`,
    summary: 'Take a match back; its lines are open again',
    ...update,
    params: groupId,
    body: z.strictObject({ reason: ReasonText }),
    content: Group,
  }),
  match: route({
    method: 'POST',
    path: `${ONE}/match`,
    summary:
      'Match open lines by hand, with a reason. A difference is booked to an item, and waits for a second person',
    ...update,
    params: id,
    body: z
      .strictObject({
        /** One side may be empty: lines that cancel out, or a line that is written off. */
        a: z.array(LineId).max(200),
        b: z.array(LineId).max(200),
        reason: ReasonText,
        /** Code of the accounting item that the difference is booked to. */
        item: z.string().min(1).max(40).nullable().default(null),
      })
      .refine(({ a, b }) => a.length + b.length > 0, { message: 'no line is chosen' }),
    content: Group,
  }),
  exceptions: route({
    method: 'GET',
    path: `${ONE}/exception`,
    summary: 'Lines that the latest kept run left open, and why; call on with the last one',
    ...query,
    params: id,
    query: z.strictObject({
      kind: z.enum(exceptionKinds).optional(),
      side: Side.optional(),
      /** Side and id of the last one: `a123`. */
      after: z
        .string()
        .regex(/^[ab]\d{1,19}$/)
        .optional(),
      pageSize: size,
    }),
    content: z.array(Exception),
  }),
  explain: route({
    method: 'GET',
    path: `${ONE}/explain/{side}/{line}`,
    summary: 'Why a line is not matched: the nearest lines of the other side, and which rule nearly took one',
    ...query,
    params: z.object({ id: z.uuid(), side: Side, line: LineId }),
    content: z.array(Candidate),
  }),
  ...work,
}
