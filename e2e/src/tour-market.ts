import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Api } from './product.ts'
import { icon, POPUP, PRIMARY, ROW_BUTTON, rowButton, type Stops } from './tour-stop.ts'

/** A package that the tenant makes, its release in the market, and what is installed of it. */
export interface MarketIds {
  readonly pack: string
  readonly release: string
  readonly installation: string
  /** Who signs what the tenant releases. */
  readonly publisher: string
}

/** The main button in the foot of a drawer. */
const ON = '.ant-drawer-footer .ant-btn-primary'
const tab = (name: string): string => `#content [data-node-key="${name}"] [role="tab"]`

/** The market, what is installed of it, and packages that the tenant makes. */
export function listMarket({ pack, release, installation, publisher }: MarketIds): Stops {
  const market = '/lite/market'
  const own = '/lite/index'
  const packages = '/strategy/solution-package/self'
  const detail = `${market}/detail/${encodeURIComponent(release)}`
  const application = `/lite/detail/${installation}`
  const edit = `/strategy/solution-package/edit/${pack}`
  const DRAWER = '.ant-drawer'
  const review = `${market}/review`
  return {
    [market]: [
      { name: 'market', path: market },
      { name: 'market-none', path: `${market}?keyword=nothing` },
      { name: 'market-code', path: market, press: [icon('key')] },
    ],
    '/lite/market/detail/:id': [
      { name: 'market-detail', path: detail },
      { name: 'market-install', path: detail, press: [PRIMARY], opens: DRAWER },
      { name: 'market-install-flows', path: detail, press: [PRIMARY, ON], opens: DRAWER },
      { name: 'market-install-values', path: detail, press: [PRIMARY, ON, ON], opens: DRAWER },
      { name: 'market-install-preview', path: detail, press: [PRIMARY, ON, ON, ON], opens: `${DRAWER} .ant-alert` },
    ],
    '/lite/market/publisher/:id': [{ name: 'market-publisher', path: `${market}/publisher/${publisher}` }],
    [review]: [
      { name: 'market-review', path: review, press: [ROW_BUTTON], opens: `${DRAWER} h3` },
      {
        name: 'market-refuse',
        path: review,
        press: [ROW_BUTTON, `${DRAWER}-footer .ant-btn-dangerous`],
        opens: `${DRAWER} textarea`,
      },
      ...['waiting', 'released', 'refused', 'collections', 'sources', 'feed'].map(name => ({
        name: `market-${name}`,
        path: `${review}?tab=${name}`,
      })),
      { name: 'market-collection', path: `${review}?tab=collections`, press: [PRIMARY] },
      { name: 'market-source', path: `${review}?tab=sources`, press: [PRIMARY] },
      // The first came by a file: it is not looked into.
      { name: 'market-source-problems', path: `${review}?tab=sources`, press: [ROW_BUTTON] },
      { name: 'market-source-edit', path: `${review}?tab=sources`, press: [rowButton(1)] },
      { name: 'market-source-drop', path: `${review}?tab=sources`, press: [rowButton(3)] },
      { name: 'market-feed-key', path: `${review}?tab=feed`, press: ['#content .mr-feed .ant-btn-dangerous'] },
      { name: 'market-collection-drop', path: `${review}?tab=collections`, press: [rowButton(2)] },
    ],
    [own]: [
      { name: 'applications', path: own },
      { name: 'applications-none', path: `${own}?keyword=nothing` },
    ],
    '/lite/detail/:id': [
      { name: 'application', path: application },
      { name: 'application-connector', path: application, press: ['#content .in-connection button'] },
      { name: 'application-more', path: application, press: [icon('more')], opens: POPUP },
      { name: 'application-upgrade', path: application, press: [PRIMARY], opens: DRAWER },
      {
        name: 'application-uninstall',
        path: application,
        press: [icon('more'), '.ant-dropdown-menu-item-danger'],
      },
    ],
    [packages]: [
      { name: 'packages', path: packages },
      { name: 'package-new', path: packages, press: [PRIMARY] },
      { name: 'package-remove', path: packages, press: [rowButton(2)] },
    ],
    '/strategy/solution-package/edit/:id': [
      ...['overview', 'flows', 'connections', 'parameters', 'objects', 'samples', 'documents', 'releases'].map(
        name => ({ name: `package-${name}`, path: `${edit}?tab=${name}` }),
      ),
      { name: 'package-lift', path: `${edit}?tab=parameters`, press: ['#content .sl-section-extra button'] },
      { name: 'package-along', path: `${edit}?tab=objects`, press: ['#content .sl-section-extra button'] },
      { name: 'package-check', path: edit, press: [tab('overview'), PRIMARY], opens: `${DRAWER} h3` },
    ],
  }
}

const README = [
  '# 店铺订单到 ERP',
  '已付款的订单按行写入 ERP，金额一分不差。',
  '## 开始之前',
  '- 店铺账号需要**读取订单**的权限',
  '- ERP 账号需要写入销售订单的权限',
  '详见 [接口说明](https://example.com/docs)。',
].join('\n')

/** A package of a strategy: described, released twice, and installed in its first version. */
export async function prepareMarket(api: Api, strategy: string): Promise<MarketIds> {
  const made = (
    await api.solutionPackage.create({ body: { strategy_ids: [strategy], name: 'shop-erp', title: '店铺订单到 ERP' } })
  ).content
  const params = { id: made.id }
  const { pictures, manifest } = made.document
  const describe = async (lock: number, version: string, changes: string) => {
    const body = {
      ...{ lock, pictures, visibility: 'private' as const, docs: [{ path: 'docs/readme.zh.md', text: README }] },
      manifest: {
        ...manifest,
        version,
        changes,
        summary: '店铺的订单自动变成 ERP 的销售订单，含明细。',
        industry: '零售',
      },
    }
    const saved = (await api.solutionPackage.save({ params, body })).content
    return (await api.solutionPackage.release({ params, body: { lock: saved.lock } })).content
  }
  const first = await describe(made.lock, '1.0.0', '第一个版本')
  const ref = `release:${first.releases[0]?.id ?? ''}`
  const detail = (await api.market.detail({ params: { ref } })).content
  const connectors: Record<string, string> = {}
  for (const { slot, platform_id } of detail.connections) {
    const { content } = await api.connector.list({ query: { platform_id } })
    connectors[slot] = content[0]?.id ?? ''
  }
  const wish = { ref, prefix: 'A1', connectors }
  const plan = (await api.installation.plan({ body: wish })).content
  const installed = (await api.installation.create({ body: { ...wish, hash: plan.hash } })).content
  const second = await describe(first.lock, '1.1.0', '多了收货人')
  const newest = second.releases.find(({ version }) => version === '1.1.0')
  const { publisher_key: publisher } = (await api.market.detail({ params: { ref } })).content
  await offer(api, strategy)
  await collect(api)
  await follow(api)
  return { pack: made.id, release: `release:${newest?.id ?? ''}`, installation: installed.id, publisher }
}

/** Another that waits to be let into the market. */
async function offer(api: Api, strategy: string): Promise<void> {
  const { id, lock, document } = (
    await api.solutionPackage.create({
      body: { strategy_ids: [strategy], name: 'shop-erp-b2b', title: '批发订单到 ERP' },
    })
  ).content
  const manifest = { ...document.manifest, summary: '批发店铺的订单。', changes: '第一个版本' }
  const docs = [{ path: 'docs/readme.zh.md', text: README }]
  const body = { lock, manifest, docs, pictures: [], visibility: 'market' as const }
  const saved = (await api.solutionPackage.save({ params: { id }, body })).content
  await api.solutionPackage.release({ params: { id }, body: { lock: saved.lock } })
}

async function collect(api: Api): Promise<void> {
  const { content } = await api.market.search({ body: { origin: 'delivered', pageSize: 4 } })
  const members = content.map(({ name, publisher_key }) => ({ name, publisher_key }))
  const body = { title: '电商第一步', summary: '订单、库存和退款先通起来', members }
  await api.market.addCollection({ body })
}

/** A market that came by a file, with a package that was not taken, and one that is away. */
async function follow(api: Api): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'jwk' }).x ?? ''
  const text = '{}'
  const digest = createHash('sha256').update(text).digest('hex')
  const entry = {
    ...{ name: 'erp-stock', version: '2.1.0', publisher: '总部', publisher_key: key, digest, bytes: text.length },
    ...{ title: 'ERP 库存到店铺', platforms: [], released_at: new Date().toISOString() },
  }
  const told = { format: 1, serial: 1, signed_at: new Date().toISOString(), total: 1, packages: [entry] }
  const payload = JSON.stringify(told)
  const signature = sign(null, Buffer.from(`sluice-market-1\n${payload}`), privateKey).toString('base64url')
  const file = new Blob([`${JSON.stringify({ payload, key, signature })}\n${JSON.stringify({ digest, text })}\n`])
  const { id } = (await api.marketSource.add({ body: { title: 'A 总部市场（文件）', key } })).content
  await api.marketSource.import({ params: { id }, file, filename: 'market.jsonl' })
  const address = 'http://127.0.0.1:9'
  const away = await api.marketSource.add({ body: { title: 'B 合作伙伴市场', key: 'B'.repeat(43), address } })
  await api.marketSource.look({ params: { id: away.content.id } })
  await api.marketSource.switch({ body: { is_on: true } })
}
