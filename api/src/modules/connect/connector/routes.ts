import { type Data, type FieldSpec, type FileReading, isData, parseJson, translateTold } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { onlyLooks } from '../../../http/only-looks.ts'
import { refuse } from '../../../http/refuse.ts'
import { dropHidden, requireSeen } from '../../../http/require-seen.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { sayResource } from '../pack/index.ts'
import type { connector } from './contract.ts'
import type { ConnectorService } from './service.ts'

interface ConnectorDeps {
  readonly engine: Engine
  readonly connector: ConnectorService
}

type Looks = Pick<Handlers<typeof connector>, 'sampleResource' | 'lookAtSource' | 'lookAtTarget' | 'inferPaging'>

/** Records of a source to look at; nothing is stored. */
function createLooks({ engine: { connections }, connector: service }: ConnectorDeps): Looks {
  return {
    async sampleResource({ params, body }, ctx) {
      const { id } = await service.require(params.id, ctx)
      await ctx.tenant(tx => requireSeen(tx, ctx, { source: body }))
      return [...(await connections.sample(ctx.principal.tenantId, id, { ...body, isForeign: onlyLooks(ctx) }))]
    },
    async lookAtSource({ params, body }, ctx) {
      const { id } = await service.require(params.id, ctx)
      await ctx.tenant(tx => requireSeen(tx, ctx, { source: body }))
      const look = await connections.look(ctx.principal.tenantId, id, { ...body, isForeign: onlyLooks(ctx) })
      return { ...look, problem: look.problem && translateTold(look.problem, ctx.tell) }
    },
    async lookAtTarget({ params, body: { answer, ...body } }, ctx) {
      const { id } = await service.require(params.id, ctx)
      const look = await connections.lookAtTarget(ctx.principal.tenantId, id, {
        ...body,
        records: body.records.map(readRecord),
        seen: answer && { ...answer, headers: {} },
      })
      return (
        look && {
          ...look,
          rows: look.rows.map(row => ({ ...row, message: row.message && ctx.tell(row.message) })),
          problem: look.problem && translateTold(look.problem, ctx.tell),
        }
      )
    },
    async inferPaging({ params, body }, ctx) {
      const { id } = await service.require(params.id, ctx)
      await ctx.tenant(tx => requireSeen(tx, ctx, { source: body }))
      return connections.inferPaging(ctx.principal.tenantId, id, { ...body, isForeign: onlyLooks(ctx) })
    },
  }
}

function readRecord(text: string): Data {
  try {
    const value = parseJson(text)
    if (isData(value)) return value
  } catch {
    // Said below.
  }
  throw refuse('invalid.assetRecords', { field: 'records' })
}

export function createConnectorRoutes({ engine, connector: service }: ConnectorDeps): Handlers<typeof connector> {
  const { connections, discoveries } = engine
  return {
    create: ({ body }, ctx) => service.create(body, ctx),
    update: ({ params, body }, ctx) => service.update(params.id, body, ctx),
    list: ({ query }, ctx) => service.list(query, ctx),
    get: ({ params }, ctx) => service.get(params.id, ctx),
    async delete({ params }, ctx) {
      await service.delete(params.id, ctx)
      return null
    },
    testParams: ({ body }, ctx) => service.testParams(body, ctx),
    test: ({ params }, ctx) => service.test(params.id, ctx),
    async resources({ params }, ctx) {
      const { id } = await service.require(params.id, ctx)
      const found = await connections.discover(ctx.principal.tenantId, id)
      const seen = await ctx.tenant(tx => dropHidden(tx, ctx, found, each => each.id))
      return seen.map(resource => sayResource(connections, resource, ctx))
    },
    async describeResource({ params, body }, ctx) {
      const { id } = await service.require(params.id, ctx)
      await ctx.tenant(tx => requireSeen(tx, ctx, { source: body }))
      const found = await connections.describe(
        ctx.principal.tenantId,
        id,
        body.resource,
        body.options,
        body.role,
        onlyLooks(ctx),
      )
      // Fields that depend on options are those of one strategy, not of the object.
      const { tenantId } = ctx.principal
      if (Object.keys(body.options).length === 0)
        await ctx.tenant(tx => discoveries.keepFields(tx, { tenantId, connectorId: id }, found))
      const resource = sayResource(connections, found, ctx)
      const { fields, readings } = resource
      return {
        ...resource,
        fields: fields.map(field => tellLabel(field, ctx)),
        ...(readings && { readings: readings.map(reading => tellReading(reading, ctx)) }),
      }
    },
    ...createLooks({ engine, connector: service }),
    async planResource({ params, body }, ctx) {
      const { id } = await service.require(params.id, ctx)
      const { sql, columns } = await connections.planResource(ctx.principal.tenantId, id, body)
      const tell = ctx.tell
      return {
        sql,
        columns: columns.map(({ notes, problem, ...column }) => ({
          ...column,
          notes: notes.map(note => tell(note)),
          problem: problem && tell(problem),
        })),
      }
    },
    async createResource({ params, body }, ctx) {
      const { id, name } = await service.require(params.id, ctx)
      const created = await connections.createResource(ctx.principal.tenantId, id, body)
      // The far system keeps no transaction with ours: the row follows the deed.
      await ctx.tenant(tx =>
        ctx.audit(tx, { objectType: 'connector', objectId: id, objectName: name, after: { created: created.id } }),
      )
      return created
    },
  }
}

const tellReading = (reading: FileReading, { tell }: RouteContext): FileReading => ({
  ...reading,
  reason: tell(reading.reason),
  choices: reading.choices.map(choice => ({ ...choice, label: tell(choice.label) })),
})

/** A label may say why a column has another name than in its file. */
const tellLabel = (field: FieldSpec, { tell }: RouteContext): FieldSpec =>
  field.label === undefined ? field : { ...field, label: tell(field.label) }
