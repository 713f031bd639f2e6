import { accessToken } from './modules/access-token/contract.ts'
import { account } from './modules/account/contract.ts'
import { adapter } from './modules/adapter/contract.ts'
import { aggregate } from './modules/aggregate/contract.ts'
import { alert } from './modules/alert/contract.ts'
import { apiAsset } from './modules/api-asset/contract.ts'
import { approval } from './modules/approval/contract.ts'
import { assistant } from './modules/assistant/contract.ts'
import { captcha } from './modules/captcha/contract.ts'
import { catalogue } from './modules/catalogue/contract.ts'
import { collection } from './modules/collection/contract.ts'
import { config } from './modules/config/contract.ts'
import { connector } from './modules/connector/contract.ts'
import { connectorEnv } from './modules/connector-env/contract.ts'
import { connectorGrant } from './modules/connector-grant/contract.ts'
import { errorGroup } from './modules/error-group/contract.ts'
import { exportJob } from './modules/export-job/contract.ts'
import { file } from './modules/file/contract.ts'
import { health } from './modules/health/contract.ts'
import { ignoreRule } from './modules/ignore-rule/contract.ts'
import { mapping } from './modules/mapping/contract.ts'
import { notice } from './modules/notice/contract.ts'
import { pack } from './modules/pack/contract.ts'
import { passport } from './modules/passport/contract.ts'
import { personData } from './modules/person-data/contract.ts'
import { platform } from './modules/platform/contract.ts'
import { process } from './modules/process/contract.ts'
import { push } from './modules/push/contract.ts'
import { quota } from './modules/quota/contract.ts'
import { recordPassport } from './modules/record-passport/contract.ts'
import { register } from './modules/register/contract.ts'
import { replay } from './modules/replay/contract.ts'
import { role } from './modules/role/contract.ts'
import { run } from './modules/run/contract.ts'
import { savedFilter } from './modules/saved-filter/contract.ts'
import { search } from './modules/search/contract.ts'
import { session } from './modules/session/contract.ts'
import { sso } from './modules/sso/contract.ts'
import { stepUp } from './modules/step-up/contract.ts'
import { storage } from './modules/storage/contract.ts'
import { strategy } from './modules/strategy/contract.ts'
import { strategyAct } from './modules/strategy-act/contract.ts'
import { strategyCopy } from './modules/strategy-copy/contract.ts'
import { strategyCursor } from './modules/strategy-cursor/contract.ts'
import { strategyData } from './modules/strategy-data/contract.ts'
import { strategyDay } from './modules/strategy-day/contract.ts'
import { strategyDebug } from './modules/strategy-debug/contract.ts'
import { strategyFollow } from './modules/strategy-follow/contract.ts'
import { strategyHealth } from './modules/strategy-health/contract.ts'
import { strategyLog } from './modules/strategy-log/contract.ts'
import { strategyMapping } from './modules/strategy-mapping/contract.ts'
import { strategyPublish } from './modules/strategy-publish/contract.ts'
import { strategyTemplate } from './modules/strategy-template/contract.ts'
import { strategyVersion } from './modules/strategy-version/contract.ts'
import { subAccount } from './modules/sub-account/contract.ts'
import { system } from './modules/system/contract.ts'
import { tenantEnd } from './modules/tenant-end/contract.ts'
import { totp } from './modules/totp/contract.ts'
import { user } from './modules/user/contract.ts'
import { website } from './modules/website/contract.ts'
import { workplace } from './modules/workplace/contract.ts'

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
