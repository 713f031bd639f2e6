import {
  type Asked,
  beijing,
  expired,
  many,
  momentOf,
  parse,
  type Row,
  stampAs,
  startVendor,
  type Told,
  type Vendor,
} from './vendor.ts'

const [ACCOUNT, USER, APP, SECRET] = ['acct-1', '集成用户', 'kd-app', 'kd-secret']
const LINES = 4321
const MATERIALS = 2050

const line = (at: number): Row => ({
  FSaleOrderEntry_FEntryID: 100_001 + at,
  FID: 5000 + Math.floor(at / 3),
  FBillNo: `XSDD${String(Math.floor(at / 3)).padStart(6, '0')}`,
  FDate: beijing(momentOf(at)).replace(' ', 'T'),
  FDocumentStatus: 'C',
  'FCustId.FNumber': `CUST${at % 50}`,
  'FMaterialId.FNumber': `MAT${at % 300}`,
  FQty: 2,
  FTaxPrice: 10.5,
  FAllAmount: 21,
  FModifyDate: beijing(momentOf(at)).replace(' ', 'T'),
})
const material = (at: number): Row => ({
  FMATERIALID: 200_001 + at,
  FNumber: `MAT${at}`,
  FName: `物料 ${at}`,
  FSpecification: at % 2 === 0 ? null : '10×20',
  FDocumentStatus: 'C',
  FModifyDate: beijing(momentOf(at)).replace(' ', 'T'),
})

/** Signs in for a session; rows are lists in the order of `FieldKeys`; refusals come with status 200. */
export function startKingdee(): Promise<Vendor> {
  const stamp = stampAs('FModifyDate', moment => beijing(moment).replace(' ', 'T'))
  const lists = {
    'sale-order-lines': { rows: many(LINES, line), stamp },
    materials: { rows: many(MATERIALS, material), stamp },
  }
  const forms = new Map([
    ['SAL_SaleOrder', lists['sale-order-lines'].rows],
    ['BD_MATERIAL', lists.materials.rows],
  ])
  return startVendor(
    {
      tooOften: { status: 429, headers: { 'retry-after': '1' }, body: { Message: '请求过于频繁' } },
      answer(asked, vendor) {
        const service = /^\/k3cloud\/Kingdee\.BOS\.WebApi\.ServicesStub\.(\w+\.\w+)\.common\.kdsvc$/.exec(
          asked.url.pathname,
        )?.[1]
        const sent = parse(asked.body)
        if (service === 'AuthService.LoginByAppSecret') return signIn(sent, vendor.token)
        const isQuery = service === 'DynamicFormService.ExecuteBillQuery'
        if (asked.headers['kdservice-sessionid'] !== vendor.token)
          return expired(wrap(isQuery, [{ Message: '会话信息已丢失，请重新登录', FieldName: null }]))
        if (isQuery) return query(sent, forms)
        if (service === 'DynamicFormService.Save') return save(asked, vendor.written)
        if (service === 'DynamicFormService.BatchSave') return saveMany(asked, vendor.written)
        return { status: 404, body: { Message: 'not found' } }
      },
    },
    {
      hasToken: true,
      params: url => ({
        server_url: `${url}/k3cloud/`,
        acct_id: ACCOUNT,
        username: USER,
        app_id: APP,
        app_secret: SECRET,
        lcid: '2052',
      }),
      lists,
      samples: {
        'sale-order-save': at => order(`NEW${at}`),
        'sale-order-batch-save': at => order(`MANY${at}`),
      },
      spoiled: { 'sale-order-save': withoutCustomer, 'sale-order-batch-save': withoutCustomer },
    },
  )
}

function signIn(sent: Row, token: string): Told {
  const isKnown =
    sent['acctID'] === ACCOUNT && sent['username'] === USER && sent['appId'] === APP && sent['appSecret'] === SECRET
  if (!isKnown) return { body: { LoginResultType: 0, Message: '应用密钥错误', KDSVCSessionId: null } }
  return { body: { LoginResultType: 1, Message: null, KDSVCSessionId: token } }
}

const wrap = (isQuery: boolean, Errors: readonly Row[]): Told => {
  const refused = { Result: { ResponseStatus: { ErrorCode: 500, IsSuccess: false, Errors, SuccessEntitys: [] } } }
  return { body: isQuery ? [[refused]] : refused }
}

function query(sent: Row, forms: ReadonlyMap<string, readonly Row[]>): Told {
  const data = parse(JSON.stringify(sent['data'] ?? {}))
  const rows = forms.get(String(data['FormId']))
  if (!rows) return wrap(true, [{ Message: '业务对象不存在' }])
  const [start, limit] = [Number(data['StartRow'] ?? 0), Number(data['Limit'] ?? 2000)]
  if (limit > 10_000) return wrap(true, [{ Message: '单次查询不能超过 10000 行' }])
  const names = String(data['FieldKeys']).split(',')
  const strange = names.find(name => !(name in (rows[0] ?? {})))
  if (strange !== undefined) return wrap(true, [{ Message: `字段 ${strange} 不存在` }])
  const [from, to] = [...String(data['FilterString'] ?? '').matchAll(/'([^']+)'/g)].map(each =>
    (each[1] ?? '').replace(' ', 'T'),
  )
  const fitting = rows.filter(
    row => from === undefined || (String(row['FModifyDate']) >= from && String(row['FModifyDate']) <= (to ?? '')),
  )
  return { body: fitting.slice(start, start + limit).map(row => names.map(name => row[name])) }
}

const order = (number: string): Row => ({
  FBillNo: number,
  FDate: '2025-01-01',
  FSaleOrgId: { FNumber: '100' },
  FCustId: { FNumber: 'CUST1' },
  FSaleOrderEntry: [{ FMaterialId: { FNumber: 'MAT1' }, FQty: 1, FTaxPrice: 2 }],
})
const withoutCustomer: Row = {
  FBillNo: 'BAD',
  FDate: '2025-01-01',
  FSaleOrgId: { FNumber: '100' },
  FSaleOrderEntry: [],
}

function save({ body }: Asked, written: Row[]): Told {
  const sent = parse(body)
  const model = parse(JSON.stringify(modelOf(sent) ?? {}))
  const required = FORMS[String(sent['formid'])]
  if (!required) return wrap(false, [{ Message: '业务对象不存在' }])
  const error = keep(model, written, required)
  if (error) return wrap(false, [error])
  const entity = { Id: 9000 + written.length, Number: model['FBillNo'], DIndex: 0 }
  const status = { IsSuccess: true, Errors: [], SuccessEntitys: [entity] }
  return { body: { Result: { ResponseStatus: status, Id: entity.Id, Number: entity.Number } } }
}

/** Saved and refused orders in two lists, each with the place it had in the request; refused as a whole if one is. */
function saveMany({ body }: Asked, written: Row[]): Told {
  const sent = parse(body)
  const models = modelOf(sent)
  if (sent['formid'] !== 'SAL_SaleOrder' || !Array.isArray(models)) return wrap(false, [{ Message: '业务对象不存在' }])
  const [Errors, SuccessEntitys]: Row[][] = [[], []]
  models.forEach((each, DIndex) => {
    const model = parse(JSON.stringify(each))
    const error = keep(model, written)
    if (error) Errors?.push({ ...error, DIndex })
    else SuccessEntitys?.push({ Id: 9000 + written.length, Number: model['FBillNo'], DIndex })
  })
  const status = { ErrorCode: 500, IsSuccess: Errors?.length === 0, Errors, SuccessEntitys, SuccessMessages: [] }
  return { body: { Result: { ResponseStatus: status } } }
}

const modelOf = (sent: Row): unknown => parse(JSON.stringify(sent['data'] ?? {}))['Model']

/** Forms that can be saved, each with a field that it does not do without. */
const FORMS: Readonly<Record<string, readonly [field: string, name: string]>> = {
  SAL_SaleOrder: ['FCustId', '客户'],
  SAL_OUTSTOCK: ['FCustomerID', '客户'],
  SAL_RETURNSTOCK: ['FRetcustId', '退货客户'],
  ER_ExpReimbursement: ['FCONTACTUNIT', '往来单位'],
}

/** Takes a bill; null, or what is wrong with it. */
function keep(model: Row, written: Row[], [field, name] = FORMS['SAL_SaleOrder']!): Row | null {
  if (!model[field]) return { Message: `${name} 是必填项`, FieldName: field }
  if (written.some(row => row['FBillNo'] === model['FBillNo']))
    return { Message: '违反字段唯一性要求：单据编号唯一', FieldName: 'FBillNo' }
  written.push(model)
  return null
}
