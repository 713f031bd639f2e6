import { config } from './modules/admin/config/contract.ts'
import { health } from './modules/admin/health/contract.ts'
import { personData } from './modules/admin/person-data/contract.ts'
import { quota } from './modules/admin/quota/contract.ts'
import { savedFilter } from './modules/admin/saved-filter/contract.ts'
import { search } from './modules/admin/search/contract.ts'
import { system } from './modules/admin/system/contract.ts'
import { tenantEnd } from './modules/admin/tenant-end/contract.ts'
import { website } from './modules/admin/website/contract.ts'
import { adapter } from './modules/asset/adapter/contract.ts'
import { apiAsset } from './modules/asset/api-asset/contract.ts'
import { approval } from './modules/asset/approval/contract.ts'
import { collection } from './modules/asset/collection/contract.ts'
import { assistant } from './modules/assistant/assistant/contract.ts'
import { catalogue } from './modules/connect/catalogue/contract.ts'
import { connector } from './modules/connect/connector/contract.ts'
import { connectorEnv } from './modules/connect/connector-env/contract.ts'
import { connectorGrant } from './modules/connect/connector-grant/contract.ts'
import { file } from './modules/connect/file/contract.ts'
import { pack } from './modules/connect/pack/contract.ts'
import { platform } from './modules/connect/platform/contract.ts'
import { process } from './modules/connect/process/contract.ts'
import { accessToken } from './modules/identity/access-token/contract.ts'
import { account } from './modules/identity/account/contract.ts'
import { captcha } from './modules/identity/captcha/contract.ts'
import { notice } from './modules/identity/notice/contract.ts'
import { passport } from './modules/identity/passport/contract.ts'
import { register } from './modules/identity/register/contract.ts'
import { role } from './modules/identity/role/contract.ts'
import { session } from './modules/identity/session/contract.ts'
import { sso } from './modules/identity/sso/contract.ts'
import { stepUp } from './modules/identity/step-up/contract.ts'
import { subAccount } from './modules/identity/sub-account/contract.ts'
import { totp } from './modules/identity/totp/contract.ts'
import { user } from './modules/identity/user/contract.ts'
import { aggregate } from './modules/insight/aggregate/contract.ts'
import { alert } from './modules/insight/alert/contract.ts'
import { workplace } from './modules/insight/workplace/contract.ts'
import { mapping } from './modules/mapping/mapping/contract.ts'
import { errorGroup } from './modules/run/error-group/contract.ts'
import { ignoreRule } from './modules/run/ignore-rule/contract.ts'
import { recordPassport } from './modules/run/record-passport/contract.ts'
import { replay } from './modules/run/replay/contract.ts'
import { run } from './modules/run/run/contract.ts'
import { storage } from './modules/run/storage/contract.ts'
import { strategyDay } from './modules/run/strategy-day/contract.ts'
import { strategyHealth } from './modules/run/strategy-health/contract.ts'
import { strategyLog } from './modules/run/strategy-log/contract.ts'
import { exportJob } from './modules/strategy/export-job/contract.ts'
import { push } from './modules/strategy/push/contract.ts'
import { strategy } from './modules/strategy/strategy/contract.ts'
import { strategyAct } from './modules/strategy/strategy-act/contract.ts'
import { strategyCopy } from './modules/strategy/strategy-copy/contract.ts'
import { strategyCursor } from './modules/strategy/strategy-cursor/contract.ts'
import { strategyData } from './modules/strategy/strategy-data/contract.ts'
import { strategyDebug } from './modules/strategy/strategy-debug/contract.ts'
import { strategyFollow } from './modules/strategy/strategy-follow/contract.ts'
import { strategyMapping } from './modules/strategy/strategy-mapping/contract.ts'
import { strategyPublish } from './modules/strategy/strategy-publish/contract.ts'
import { strategyTemplate } from './modules/strategy/strategy-template/contract.ts'
import { strategyVersion } from './modules/strategy/strategy-version/contract.ts'

/** Every route of the product. A module joins by its line here and in server.ts; a missing handler does not compile. */
export const contracts = {
  passport,
  captcha,
  totp,
  session,
  stepUp,
  sso,
  register,
  user,
  account,
  accessToken,
  notice,
  assistant,
  website,
  workplace,
  pack,
  platform,
  apiAsset,
  adapter,
  approval,
  collection,
  config,
  connector,
  catalogue,
  connectorEnv,
  connectorGrant,
  mapping,
  file,
  strategy,
  strategyAct,
  strategyMapping,
  strategyVersion,
  strategyPublish,
  strategyCopy,
  strategyTemplate,
  strategyCursor,
  strategyData,
  strategyDay,
  strategyDebug,
  strategyFollow,
  strategyLog,
  recordPassport,
  errorGroup,
  ignoreRule,
  replay,
  strategyHealth,
  alert,
  exportJob,
  aggregate,
  push,
  run,
  savedFilter,
  search,
  storage,
  quota,
  process,
  role,
  subAccount,
  tenantEnd,
  personData,
  system,
  health,
}
