// waiver: size: a catalogue; one line an entry.
import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  ' (copy)': ' (cópia)',
  'Look at': 'Consulta',
  'Last dispatch': 'Último despacho',
  'Last successful pull': 'Última leitura bem-sucedida',
  Health: 'Saúde',
  Advice: 'Conselho',
  'New in the window': 'Novos na janela',
  'New a week before': 'Novos uma semana antes',
  Backlog: 'Acúmulo',
  'Error rate %': 'Taxa de erros %',
  'Mean duration ms': 'Duração média ms',
  'Oldest wait (minutes)': 'Espera mais longa (minutos)',
  Abnormal: 'Anormal',
  Stalled: 'Parada',
  Watch: 'Atenção',
  Healthy: 'Saudável',
  'Not started': 'Não iniciada',
  'The strategy "{value}" that you watch does not do well': 'A estratégia "{value}" que você acompanha não vai bem',
  'Alert: the strategy "{value}"': 'Alerta: a estratégia "{value}"',
  'Alert: the connector "{value}"': 'Alerta: o conector "{value}"',
  'Alert: {value}': 'Alerta: {value}',
  'There is no such report, or it is not shared with you.':
    'Este relatório não existe ou não foi compartilhado com você.',
  'Only {value} can change this report. Copy it and change the copy.':
    'Só {value} pode alterar este relatório. Copie-o e altere a cópia.',
  'You have a report named "{value}" already.': 'Você já tem um relatório chamado "{value}".',
  'One person keeps at most {value} reports of a strategy. Delete one first.':
    'Cada pessoa guarda no máximo {value} relatórios por estratégia. Exclua um antes.',
  'Only {value} reports are computed at once. Wait for one to end, or cancel it.':
    'Apenas {value} relatórios são calculados ao mesmo tempo. Aguarde o fim de um ou cancele-o.',
  'The report has no result yet. Compute it first.': 'O relatório ainda não tem resultado. Calcule-o primeiro.',
  'There are more than {value} groups. Group dates by longer spans, leave a group out, or narrow the filter.':
    'Há mais de {value} grupos. Agrupe as datas em períodos maiores, retire um agrupamento ou restrinja o filtro.',
  'There are more than {value} different values to count. Count another field, or narrow the filter.':
    'Há mais de {value} valores diferentes para contar. Conte outro campo ou restrinja o filtro.',
  Count: 'Contagem',
  Total: 'Total',
  Distinct: 'Distintos',
  Sum: 'Soma',
  Average: 'Média',
  Minimum: 'Mínimo',
  Maximum: 'Máximo',
  First: 'Primeiro',
  Last: 'Último',
  '(missing)': '(ausente)',
  '(null)': '(nulo)',
  '(not a date)': '(não é data)',
  'Only {value} exports at once. Wait for one to end, or cancel it.':
    'Apenas {value} exportações ao mesmo tempo. Aguarde o fim de uma ou cancele-a.',
  'There is no place for exports here.': 'Não há lugar para exportações aqui.',
  'There is no such alert channel.': 'Esse canal de alerta não existe.',
  'There is no such alert rule.': 'Essa regra de alerta não existe.',
  'There is no such message.': 'Essa mensagem não existe.',
  '{value} rules send to this channel. Let them use another one first.':
    '{value} regras enviam para este canal. Faça-as usar outro primeiro.',
  'Enter the address of the robot’s webhook, or the token in it.':
    'Informe o endereço do webhook do robô ou o token contido nele.',
  'Enter at least one e-mail address.': 'Informe pelo menos um endereço de e-mail.',
  'Enter an address that begins with http:// or https:// and holds no user and password.':
    'Informe um endereço que comece com http:// ou https:// e não contenha usuário e senha.',
  'There is no such time zone: {value}': 'Esse fuso horário não existe: {value}',
  'Quiet hours cannot cover the whole week. Switch the channel off instead.':
    'O horário de silêncio não pode cobrir a semana inteira. Desative o canal.',
  'The threshold must be {value}.': 'O limite deve ser {value}.',
  'Choose the groups or strategies that it is for.': 'Escolha os grupos ou estratégias a que se aplica.',
  'Choose the channels that it escalates to.': 'Escolha os canais para os quais ela escala.',
  Alert: 'Alerta',
  'Alert goes on': 'O alerta continua',
  'Alert escalated': 'Alerta escalado',
  'Alert over': 'Alerta encerrado',
  'Test of an alert channel': 'Teste de um canal de alerta',
  'Alerts are not watched': 'Os alertas não estão sendo verificados',
  '{count} in all; these are the first {shown}': '{count} no total; estes são os primeiros {shown}',
  'over after {minutes} minutes': 'encerrado após {minutes} minutos',
  'Alerts arrive: this is a test, and there is nothing to do.':
    'Os alertas chegam: isto é um teste e não há nada a fazer.',
  'The rules have not been looked at for over five minutes, and no alert will come meanwhile. Is a scheduler running?':
    'As regras não são verificadas há mais de cinco minutos e nenhum alerta virá enquanto isso. Há um agendador ativo?',
  'The rules are looked at again.': 'As regras voltaram a ser verificadas.',
  Query: 'Consulta',
  Add: 'Inclusão',
  Change: 'Alteração',
  Delete: 'Exclusão',
  Import: 'Importação',
  Export: 'Exportação',
  Start: 'Início',
  Stop: 'Parada',
  Debug: 'Depuração',
  Scripts: 'Scripts',
  Publish: 'Publicar',
  Secrets: 'Segredos',
  Approve: 'Aprovação',
  Settle: 'Resolução',
  Close: 'Encerramento',
  'User name': 'Nome de usuário',
  Nickname: 'Apelido',
  Phone: 'Telefone',
  'E-mail': 'E-mail',
  Role: 'Perfil de acesso',
  State: 'Estado',
  'Last sign-in': 'Último acesso',
  'Created at': 'Criado em',
  Remark: 'Observação',
  Active: 'Ativa',
  Disabled: 'Desativada',
  Locked: 'Bloqueada',
  'What this does lasts. Show first who you are; it counts for {value} minutes.':
    'Esta ação tem efeito duradouro. Comprove antes a sua identidade; vale por {value} minutos.',
  'The account has an authenticator: enter a code of it.': 'A conta tem um autenticador: informe um código dele.',
  'Wrong password.': 'Senha incorreta.',
  'The identity provider did not ask for the sign-in anew. Use the password; an administrator can reset it.':
    'O provedor de identidade não pediu um novo login. Use a senha; um administrador pode redefini-la.',
  'Another identity signed in, {value}, which is not linked to this account.':
    'Outra identidade entrou, {value}, que não está vinculada a esta conta.',
  'A token may live for {value} days at most, as the tenant’s sign-in policy says.':
    'Um token pode valer no máximo {value} dias, conforme a política de acesso do locatário.',
  'This role may do more than you, so you can neither change its rights nor delete it: {value}':
    'Este perfil pode mais do que você; não é possível alterar seus direitos nem excluí-lo: {value}',
  'Something changed at your account': 'Algo mudou na sua conta',
  'Confirm your e-mail address': 'Confirme o seu e-mail',
  'The code is {value} and counts for 15 minutes. If you did not ask for it, ignore this mail.':
    'O código é {value} e vale por 15 minutos. Se você não o pediu, ignore esta mensagem.',
  'The e-mail address of your account was changed': 'O e-mail da sua conta foi alterado',
  'The account {value} has left this address. If this was not you, change the password at once and tell your administrator.':
    'A conta {value} deixou este endereço. Se não foi você, troque a senha imediatamente e avise o administrador.',
  'The code is wrong or has run out. Ask for a new one.': 'O código está errado ou expirou. Peça um novo.',
  'Token owner': 'Proprietário do token',
  'Begins with': 'Começa com',
  Scope: 'Escopo',
  Live: 'Válido',
  Expired: 'Expirado',
  Revoked: 'Revogado',
  'Last used': 'Último uso',
  'Last used from': 'Último uso a partir de',
  'Expires at': 'Expira em',
  'Records in these states cannot be processed again: only those in error, waiting for a retry or ignored.':
    'Registros nestes estados não podem ser reprocessados: apenas os com erro, aguardando nova tentativa ou ignorados.',
  'A request other than GET may change the far system; it must be confirmed.':
    'Uma requisição que não seja GET pode mudar o outro sistema; é preciso confirmar.',
  '{value} is no API asset, so there is nothing to keep as one.':
    '{value} não é um ativo de API, então não há o que guardar.',
  Category: 'Categoria',
  Demo: 'Demonstração',
  Run: 'Execução',
  Strategy: 'Estratégia',
  User: 'Usuário',
  Time: 'Hora',
  Action: 'Ação',
  'Action code': 'Código da ação',
  'Object type': 'Tipo de objeto',
  Object: 'Objeto',
  'Object id': 'Id do objeto',
  Result: 'Resultado',
  Reason: 'Motivo',
  'IP address': 'Endereço IP',
  Client: 'Cliente',
  Before: 'Antes',
  After: 'Depois',
  Number: 'Número',
  Hash: 'Hash',
  Id: 'Id',
  Key: 'Chave',
  'Business number': 'Número de negócio',
  Status: 'Status',
  Attempts: 'Tentativas',
  Version: 'Versão',
  'Error code': 'Código do erro',
  Error: 'Erro',
  'Target key': 'Chave no destino',
  Created: 'Criado',
  Updated: 'Atualizado',
  Original: 'Original',
  Code: 'Código',
  Name: 'Nome',
  Group: 'Grupo',
  Source: 'Origem',
  'Source data': 'Dados da origem',
  Target: 'Destino',
  'Target data': 'Dados do destino',
  Schedule: 'Agenda',
  Records: 'Registros',
  Waiting: 'Aguardando',
  'Error message': 'Mensagem de erro',
  'Records waiting': 'Registros aguardando',
  Duplicate: 'Duplicado',
  Network: 'Rede',
  Timeout: 'Tempo esgotado',
  Authentication: 'Autenticação',
  'Rate limit': 'Limite de taxa',
  Parameter: 'Parâmetro',
  Business: 'Negócio',
  Mapping: 'Mapeamento',
  Script: 'Script',
  Open: 'Aberto',
  'In progress': 'Em andamento',
  Resolved: 'Resolvido',
  Finished: 'Concluído',
  'Negative stock': 'Estoque negativo',
  Queued: 'Na fila',
  'Master-data error': 'Erro de cadastro',
  Ignored: 'Ignorado',
  Cancelled: 'Cancelado',
  'Unknown outcome': 'Resultado desconhecido',
  Deleted: 'Excluído',
  Draft: 'Rascunho',
  Stopped: 'Parada',
  Started: 'Iniciada',
  Errors: 'Erros',
  'Error data': 'Dados com erro',
  'Error data to retry': 'Dados com erro a repetir',
  'Error data of unknown outcome': 'Dados com erro de resultado desconhecido',
  'To retry': 'A repetir',
  'Next run': 'Próxima execução',
  'Last run': 'Última execução',
  Administrator: 'Administrador',
  Developer: 'Desenvolvedor',
  Operator: 'Operador',
  Reader: 'Leitor',
  ok: 'ok',
  'Something went wrong inside Sluice. The log has the details.':
    'Algo deu errado dentro do Sluice. O log tem os detalhes.',
  'Sign in first.': 'Entre primeiro.',
  'Wrong captcha.': 'Captcha incorreto.',
  'Answer the picture first.': 'Resolva a imagem primeiro.',
  'Enter the code of your authenticator.': 'Digite o código do seu autenticador.',
  'Wrong authenticator code.': 'Código do autenticador incorreto.',
  'This sign-in took too long. Begin again.': 'Este acesso demorou demais. Comece de novo.',
  'Single sign-on did not succeed. Begin again.': 'O login único não teve sucesso. Comece de novo.',
  'This identity belongs to no account. Sign in by password and link it in your settings first.':
    'Esta identidade não pertence a nenhuma conta. Entre com a senha e vincule-a primeiro nas suas configurações.',
  'The sign-in has ended. Sign in again.': 'A sessão terminou. Entre novamente.',
  'Wrong user name or password.': 'Nome de usuário ou senha incorretos.',
  'The credentials could not be decrypted. Reload the page and try again.':
    'Não foi possível decifrar as credenciais. Recarregue a página e tente novamente.',
  'The push token is not valid. See the address or reset the token under "Reception of pushes" in the overview of the strategy.':
    'O token de push não é válido. Veja o endereço ou redefina o token em "Recepção de envios (push)" na visão geral da estratégia.',
  'The signature is not right. Check the signing secret and the way of signing.':
    'A assinatura não está correta. Verifique o segredo e a forma de assinatura.',
  'The time of the signature is missing, or more than {value} s away from now.':
    'A hora da assinatura está ausente ou difere em mais de {value} s da hora atual.',
  'This refresh token was used before. Sign in again.': 'Este token de renovação já foi usado. Entre novamente.',
  'Insufficient permission: {value} is needed.': 'Permissão insuficiente: é necessária {value}.',
  'Change your password first.': 'Altere sua senha primeiro.',
  'Your role has a data scope and sees a part only. This concerns the whole; ask an administrator without a scope.':
    'Seu perfil de acesso tem um escopo de dados e vê só uma parte. Isto abrange o todo; peça a um administrador sem escopo.',
  'This action cannot be called by opening a link.': 'Esta ação não pode ser chamada abrindo um link.',
  'Administrators must set up an authenticator first.': 'Administradores precisam configurar um autenticador primeiro.',
  'An access token cannot do this. Sign in for it.': 'Um token de acesso não pode fazer isso. Entre com a sua conta.',
  'There is no such route.': 'Esta rota não existe.',
  'There is no such connector.': 'Este conector não existe.',
  'There is no such platform.': 'Esta plataforma não existe.',
  'There is no such adapter.': 'Este adaptador não existe.',
  'The adapter has no such version.': 'O adaptador não tem esta versão.',
  'There is no such request for approval.': 'Este pedido de aprovação não existe.',
  'It is still named, so it cannot be deleted: {value}': 'Ainda é usado e não pode ser excluído: {value}',
  'Its publishing waits for approval already. Wait for the decision, or withdraw the request.':
    'A publicação já aguarda aprovação. Espere a decisão ou retire o pedido.',
  'The request has been handled already.': 'O pedido já foi tratado.',
  'Nobody approves their own request while another approver exists.':
    'Ninguém aprova o próprio pedido enquanto houver outro aprovador.',
  'Only one’s own request can be withdrawn.': 'Só o próprio pedido pode ser retirado.',
  'Choose an API asset, or give the method and the path to ask for.':
    'Escolha um ativo de API ou informe o método e o caminho a chamar.',
  'There is no such API asset.': 'Este ativo de API não existe.',
  'The API asset has no such version.': 'O ativo de API não tem esta versão.',
  'There is no such category.': 'Esta categoria não existe.',
  'There is no such value map.': 'Este mapa de valores não existe.',
  'An unmatched value has been dealt with meanwhile. Reload.':
    'Um valor sem correspondência foi tratado nesse meio-tempo. Recarregue.',
  'There is no such file.': 'Este arquivo não existe.',
  'There is no such strategy.': 'Esta estratégia não existe.',
  'There is no such record.': 'Este registro não existe.',
  'There is no such process pool.': 'Este pool de processos não existe.',
  'Customer codes': 'Códigos de clientes',
  'Customer codes of the source and those of the target': 'Códigos de clientes da origem e os do destino',
  'Units of measure': 'Unidades de medida',
  'Usual units and their UN/ECE codes; adjust them to the target':
    'Unidades usuais e seus códigos UN/ECE; ajuste-os ao destino',
  'Sandbox shop orders → sandbox ERP sales orders': 'Pedidos da loja sandbox → pedidos de venda do ERP sandbox',
  'Every 5 minutes the orders that changed, with their lines, become sales orders; a known number is updated.':
    'A cada 5 minutos, os pedidos alterados, com suas linhas, viram pedidos de venda; um número conhecido é atualizado.',
  'Table → table, full copy': 'Tabela → tabela, cópia completa',
  'Reads a whole table and writes each field under its own name; a known key is updated. You choose both tables.':
    'Lê uma tabela inteira e grava cada campo com o próprio nome; uma chave conhecida é atualizada. Você escolhe as duas tabelas.',
  'Orders with customer and unit codes mapped': 'Pedidos com códigos de clientes e unidades mapeados',
  'Orders into orders; customer codes and units go through value maps, and a record whose value has no line is an error. Put your own field names.':
    'Pedidos em pedidos; códigos de clientes e unidades passam por mapas de valores, e um registro cujo valor não tem linha é um erro. Use os nomes dos seus campos.',
  'There is no such template.': 'Não existe tal modelo.',
  'At most {value} templates are kept. Delete some you do not use.':
    'São guardados no máximo {value} modelos. Exclua alguns que não usa.',
  'There is no such saved filter.': 'Este filtro salvo não existe.',
  'There is a filter named {value} already.': 'Já existe um filtro chamado {value}.',
  'A strategy has at most {value} tags.': 'Uma estratégia tem no máximo {value} etiquetas.',
  'A list keeps at most 100 filters. Remove some you do not use.':
    'Uma lista guarda no máximo 100 filtros. Remova alguns que você não usa.',
  'There is no such run.': 'Esta execução não existe.',
  'There is no such archive.': 'Este arquivamento não existe.',
  'There is no such job.': 'Esta tarefa não existe.',
  'There is no such access token.': 'Este token de acesso não existe.',
  'There is no such user.': 'Este usuário não existe.',
  'Registration is closed.': 'O cadastro está fechado.',
  'There is no such sign-in.': 'Esta sessão não existe.',
  'There is no such identity provider.': 'Este provedor de identidade não existe.',
  'There is no such link.': 'Este vínculo não existe.',
  'There is no such role.': 'Este perfil de acesso não existe.',
  'This person may do more than you, so you cannot change the account.':
    'Esta pessoa tem mais permissões do que você, por isso você não pode alterar a conta.',
  'You cannot give what you do not have yourself: {value}': 'Você não pode conceder o que você mesmo não tem: {value}',
  'The built-in role can neither be changed nor deleted.':
    'O perfil de acesso padrão não pode ser alterado nem excluído.',
  'Nobody changes the permissions or the scope of their own role. Ask another administrator.':
    'Ninguém altera as permissões ou o escopo do próprio perfil de acesso. Peça a outro administrador.',
  'Nobody disables or deletes their own account, or changes their own role.':
    'Ninguém desativa ou exclui a própria conta, nem altera o próprio perfil de acesso.',
  'One administrator must be left who can sign in.': 'Deve restar um administrador que possa entrar.',
  'The role is in use and cannot be deleted: {value}':
    'O perfil de acesso está em uso e não pode ser excluído: {value}',
  'The user name "{value}" is taken.': 'O nome de usuário "{value}" já está em uso.',
  'The host "{value}" belongs to another tenant.': 'O host "{value}" pertence a outro locatário.',
  'There is no such permission: {value}': 'Esta permissão não existe: {value}',
  'The name "{value}" is taken. Choose another.': 'O nome "{value}" já está em uso. Escolha outro.',
  'The code "{value}" is taken. Choose another.': 'O código "{value}" já está em uso. Escolha outro.',
  'This phone belongs to another account.': 'Este telefone pertence a outra conta.',
  'This identity is linked to another account.': 'Esta identidade está vinculada a outra conta.',
  'The authenticator is set up already.': 'O autenticador já está configurado.',
  'No authenticator is set up.': 'Nenhum autenticador está configurado.',
  'The tenant asks administrators for an authenticator; it cannot be switched off.':
    'O locatário exige um autenticador dos administradores; ele não pode ser desativado.',
  'Someone saved in the meantime. Reload and try again.':
    'Alguém salvou nesse meio-tempo. Recarregue e tente novamente.',
  'Written records would be handed on in a circle: {value}':
    'Os registros gravados seriam repassados em círculo: {value}',
  'These strategies would wait for each other in a circle: {value}':
    'Estas estratégias esperariam umas pelas outras em círculo: {value}',
  'It is in use and cannot be deleted: {value}': 'Está em uso e não pode ser excluído: {value}',
  'The connector is used by a strategy of another platform.':
    'O conector é usado por uma estratégia de outra plataforma.',
  'Running strategies use it, so it cannot be stopped: {value}':
    'Estratégias em execução o utilizam, por isso não pode ser parado: {value}',
  'The address has changed: enter this again.': 'O endereço mudou: informe este campo novamente.',
  'There are connectors whose secrets were entered for the old address, so it cannot change. Make another platform for the new one.':
    'Há conectores cujos segredos foram informados para o endereço antigo, por isso ele não pode mudar. Crie outra plataforma para o novo.',
  'There are connectors, so the base cannot change.': 'Há conectores, por isso a base não pode mudar.',
  'The platform still has connectors, API assets or categories.':
    'A plataforma ainda tem conectores, ativos de API ou categorias.',
  'The platform is stopped and takes no new connectors.': 'A plataforma está parada e não aceita novos conectores.',
  'Running strategies use it: {value}': 'Estratégias em execução o utilizam: {value}',
  'Strategies still use it, so it cannot be deleted: {value}':
    'Ainda há estratégias que o utilizam, por isso não pode ser excluído: {value}',
  'Somebody else has just changed the interfaces of this category. Your order was not saved; arrange the newest one.':
    'Outra pessoa acabou de alterar as interfaces desta categoria. A sua ordem não foi salva; organize a mais recente.',
  'Somebody else has just changed the categories here. Your change was not saved; arrange the newest ones.':
    'Outra pessoa acabou de alterar as categorias aqui. A sua alteração não foi salva; organize as mais recentes.',
  'The category is not empty. Move its interfaces and categories first.':
    'A categoria não está vazia. Mova primeiro suas interfaces e categorias.',
  'The check-list has errors, so it cannot start.':
    'A lista de verificação tem erros, por isso não é possível iniciar.',
  'The strategy is running. Stop it first.': 'A estratégia está em execução. Pare-a primeiro.',
  'The target holds other values of {value}: {field}. Open the record; confirm what the target has, or write it again.':
    'O destino tem outros valores de {value}: {field}. Abra o registro; confirme o que está no destino ou grave de novo.',
  'A run of the strategy has not ended yet. Try again soon.':
    'Uma execução da estratégia ainda não terminou. Tente novamente em breve.',
  'The cursor has moved to "{value}". Reload and try again.':
    'O cursor passou para "{value}". Recarregue e tente novamente.',
  'The limit of {value} is reached.': 'O limite de {value} foi atingido.',
  'The default pool cannot be deleted.': 'O pool padrão não pode ser excluído.',
  'The pool still has {value} strategies or runs that have not ended. Move them first.':
    'O pool ainda tem {value} estratégias ou execuções não terminadas. Mova-as primeiro.',
  'The source of this strategy is not the passive reception, so nothing can be pushed to it.':
    'A origem desta estratégia não é a recepção passiva, por isso nada pode ser enviado a ela.',
  'The strategy is a draft. Start it once before pushing.':
    'A estratégia é um rascunho. Inicie-a uma vez antes de enviar.',
  'The strategy "{value}" reads the same inbox. Give each an inbox of its own.':
    'A estratégia "{value}" lê a mesma caixa de entrada. Dê a cada uma a própria caixa.',
  'There may be {value} living access tokens. Revoke one that is not needed.':
    'Pode haver {value} tokens de acesso ativos. Revogue um que não seja necessário.',
  'Not allowed in this state: {value}': 'Não permitido neste estado: {value}',
  'Check the input: {field}': 'Verifique os dados informados: {field}',
  'The issuer must be an https address (but for this machine).':
    'O emissor deve ser um endereço https (exceto nesta máquina).',
  'The callback address must end in /user/sso and be https (but for this machine).':
    'O endereço de retorno deve terminar em /user/sso e ser https (exceto nesta máquina).',
  'The provider cannot be read: {value}': 'O provedor não pode ser lido: {value}',
  'The parameter {value} is declared twice.': 'O parâmetro {value} foi declarado duas vezes.',
  'The condition names the unknown parameter {value}.': 'A condição cita o parâmetro desconhecido {value}.',
  'Only the patterns of the base platform may be used.': 'Somente os padrões da plataforma base podem ser usados.',
  'The base platform has no parameter {value}.': 'A plataforma base não tem o parâmetro {value}.',
  'The variable {value} is not known.': 'A variável {value} não é conhecida.',
  '{value} is a secret. Name an encrypted parameter or an entry of the app instead of writing it here.':
    '{value} é um segredo. Indique um parâmetro criptografado ou uma entrada do aplicativo em vez de escrevê-lo aqui.',
  'The parameter {value} holds a secret and must be encrypted.':
    'O parâmetro {value} contém um segredo e deve ser criptografado.',
  'Give the entry {value} of the app a value.': 'Dê um valor à entrada {value} do aplicativo.',
  'This platform takes no API assets. Choose one that works over HTTP.':
    'Esta plataforma não aceita ativos de API. Escolha uma que funcione por HTTP.',
  'Check the API asset: {value}': 'Verifique o ativo de API: {value}',
  'Write the sent records as a JSON list of objects, such as [{"id": 1}].':
    'Escreva os registros enviados como uma lista JSON de objetos, como [{"id": 1}].',
  'Write the record as a JSON object, such as {"id": 1}.': 'Escreva o registro como um objeto JSON, como {"id": 1}.',
  'The connector belongs to another platform.': 'O conector pertence a outra plataforma.',
  'The import cannot be read: {value}': 'A importação não pode ser lida: {value}',
  'A WSDL is not imported as API assets: make a SOAP connector with it, and its operations are listed by themselves.':
    'Um WSDL não é importado como ativos de API: crie um conector SOAP com ele, e as operações são listadas sozinhas.',
  'XML and web pages are not imported as API assets: paste OpenAPI, Postman, cURL, an address or a sample answer in JSON; of a SOAP service its WSDL.':
    'XML e páginas web não são importados como ativos de API: cole OpenAPI, Postman, cURL, um endereço ou uma resposta de exemplo em JSON; de um serviço SOAP, o WSDL.',
  'A category cannot lie below itself.': 'Uma categoria não pode ficar abaixo de si mesma.',
  'The category belongs to another platform.': 'A categoria pertence a outra plataforma.',
  'The body is not valid JSON.': 'O corpo não é um JSON válido.',
  'Only application/json is accepted here.': 'Aqui só é aceito application/json.',
  'Send the file as multipart/form-data.': 'Envie o arquivo como multipart/form-data.',
  'Unknown field {field}; here there are only {value}': 'Campo desconhecido {field}; aqui existem apenas {value}',
  'Unknown field {field}; the nearest one is {value}': 'Campo desconhecido {field}; o mais próximo é {value}',
  'Unknown field {field}': 'Campo desconhecido {field}',
  'The text holds a NUL character, which cannot be stored.':
    'O texto contém um caractere NUL, que não pode ser armazenado.',
  'The increment field holds numbers like {value}, which are no times, so no past days can be read again. Choose a time as the increment field, or run a range by hand.':
    'O campo de incremento contém números como {value}, que não são horas; por isso nenhum dia passado pode ser lido de novo. Escolha uma hora como campo de incremento ou execute um intervalo manualmente.',
  '"{value}" is not how the increment field is written. Write it as the source does.':
    '"{value}" não tem a forma do campo de incremento. Escreva como a origem escreve.',
  'A number or a time is out of range.': 'Um número ou uma hora está fora do intervalo.',
  'Send one file in the field "file".': 'Envie um arquivo no campo "file".',
  'Check what was pushed: {field}.': 'Verifique o que foi enviado: {field}.',
  'Signatures need a signing secret.': 'Assinaturas exigem um segredo de assinatura.',
  'This grant has expired or was used. Begin again on the page of the connector.':
    'Esta concessão expirou ou já foi usada. Comece de novo na página do conector.',
  'There is no such version.': 'Esta versão não existe.',
  'This environment is the active one.': 'Este ambiente é o ativo.',
  'This environment has no parameters yet. Enter them first.':
    'Este ambiente ainda não tem parâmetros. Informe-os primeiro.',
  'This version belongs to another environment. Switch to it first.':
    'Esta versão pertence a outro ambiente. Mude para ele primeiro.',
  '{value} started strategies will use the other environment. Confirm the switch.':
    '{value} estratégias iniciadas passarão a usar o outro ambiente. Confirme a troca.',
  'This connector does not sign in by an OAuth2 authorization code, or its parameters are not complete.':
    'Este conector não usa código de autorização OAuth2 ou seus parâmetros não estão completos.',
  '{value} lines are wrong. Nothing was saved.': '{value} linhas estão erradas. Nada foi salvo.',
  'The A value "{value}" is there twice.': 'O valor A "{value}" aparece duas vezes.',
  'The A value "{value}" exists. Import with "update" to change it.':
    'O valor A "{value}" já existe. Importe com "atualizar" para alterá-lo.',
  '"{value}" holds a character that cannot be stored.': '"{value}" contém um caractere que não pode ser armazenado.',
  'Check the parameter {field}.': 'Verifique o parâmetro {field}.',
  'The cursor is not valid. Start from the first page.': 'O cursor não é válido. Comece pela primeira página.',
  'The label "{value}" names machines of another tenant.': 'O rótulo "{value}" pertence a máquinas de outro locatário.',
  'Keep at least {value} days, or 0 for ever.': 'Mantenha por no mínimo {value} dias, ou 0 para sempre.',
  'Type the name of the strategy to confirm: {value}': 'Digite o nome da estratégia para confirmar: {value}',
  'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.':
    'Somente registros concluídos, com erro, ignorados, cancelados ou excluídos podem ser limpos.',
  'The strategy has no increment field; every run reads everything.':
    'A estratégia não tem campo de incremento; cada execução lê tudo.',
  'The strategy has no remedy for omissions.': 'A estratégia não tem reposição de omissões.',
  'The strategy leaves deleted records alone. Choose to mark or to delete them first.':
    'A estratégia não trata registros excluídos. Escolha primeiro marcar ou excluir.',
  'A strategy that replaces the whole set reads everything in every run. Just run it.':
    'Uma estratégia que substitui o conjunto inteiro lê tudo em cada execução. Basta executá-la.',
  'That connector is of another platform ({value}) and cannot take the place; choose one of the same platform.':
    'Esse conector é de outra plataforma ({value}) e não pode tomar o lugar; escolha um da mesma plataforma.',
  'This platform cannot be a {value}.': 'Esta plataforma não pode ser {value}.',
  'Send a PNG, JPEG or WebP picture of at most {value}.': 'Envie uma imagem PNG, JPEG ou WebP de até {value}.',
  'You cannot give a permission that you do not have: {value}':
    'Você não pode conceder uma permissão que não tem: {value}',
  'The body is larger than {value} kB.': 'O corpo é maior que {value} kB.',
  'Its references unfold to more than {value} schemas; take out those that name each other, or import it in parts.':
    'As referências se expandem para mais de {value} esquemas; retire os que se citam uns aos outros ou importe em partes.',
  'The body holds more than {value} values; send it in parts.':
    'O corpo tem mais de {value} valores; envie-o em partes.',
  'It could not be read within the time and memory that it may take; send it in parts.':
    'Não foi possível ler dentro do tempo e da memória permitidos; envie em partes.',
  'The text holds more than {value} values; send it in parts.':
    'O texto tem mais de {value} valores; envie-o em partes.',
  'The push is larger than {value} kB.': 'O envio é maior que {value} kB.',
  'The file is larger than {value}.': 'O arquivo é maior que {value}.',
  'The operation log is kept for {value} days at least. Choose an earlier day.':
    'O log de operações é mantido por no mínimo {value} dias. Escolha um dia anterior.',
  'Your role does not see this group. Choose one within the role’s data scope.':
    'Seu perfil de acesso não vê este grupo. Escolha um dentro do escopo de dados do perfil.',
  'The old password is required.': 'A senha atual é obrigatória.',
  'The new password is required.': 'A nova senha é obrigatória.',
  'The new password must differ from the old one.': 'A nova senha deve ser diferente da atual.',
  'The new password needs at least 8 characters.': 'A nova senha precisa de pelo menos 8 caracteres.',
  'The new password needs at least 8 characters with a letter, a digit and a special character.':
    'A nova senha precisa de pelo menos 8 caracteres, com uma letra, um número e um caractere especial.',
  'The new password is too common, or holds the name of the user, the tenant or the product. Choose another.':
    'A nova senha é comum demais ou contém o nome do usuário, do locatário ou do produto. Escolha outra.',
  'The two new passwords differ.': 'As duas novas senhas são diferentes.',
  'The old password is wrong.': 'A senha atual está incorreta.',
  'The tenant has its {value} strategies, which is its quota. Ask the operator to raise it.':
    'O locatário já tem {value} estratégias, que é sua cota. Peça ao operador para aumentá-la.',
  'Too many pushes; at most {value} a minute. Try again in a moment.':
    'Envios demais; no máximo {value} por minuto. Tente novamente em instantes.',
  'Too many failures: for {value} minutes this account opens only in browsers it was used in before, unless an administrator unlocks it.':
    'Falhas demais: por {value} minutos esta conta só abre em navegadores já usados com ela, a menos que um administrador desbloqueie.',
  'Wrong passwords were tried under this name today. Let the browser compute for some seconds, then sign in.':
    'Houve senhas erradas para este nome hoje. Deixe o navegador calcular por alguns segundos e entre.',
  'Too many attempts. Wait a moment and try again.': 'Tentativas demais. Aguarde um momento e tente novamente.',
  'No living process serves the label "{value}"; runs wait until one does.':
    'Nenhum processo ativo serve o rótulo "{value}"; as execuções aguardam até que um o faça.',
  'This pool takes no runs now; they wait until it resumes.':
    'Este pool não aceita execuções agora; elas aguardam até que ele seja retomado.',
  'No message can be sent now. Try again in a moment.':
    'Nenhuma mensagem pode ser enviada agora. Tente novamente em instantes.',
  'The identity provider cannot be reached. Try again in a moment.':
    'O provedor de identidade não está acessível. Tente novamente em instantes.',
  'The strategy "{value}" failed': 'A estratégia "{value}" falhou',
  'Records of the strategy "{value}" did not arrive': 'Registros da estratégia "{value}" não chegaram',
  'The books of the strategy "{value}" do not balance': 'As contas da estratégia "{value}" não fecham',
  'The process that ran the strategy "{value}" was lost': 'O processo que executava a estratégia "{value}" foi perdido',
  'The strategy "{value}" has a new kind of error': 'A estratégia "{value}" tem um novo tipo de erro',
  'An error of the strategy "{value}" is yours now': 'Um erro da estratégia "{value}" agora é seu',
  'There is no such error, or you may not see it.': 'Este erro não existe ou você não pode vê-lo.',
  'There is no such ignore rule.': 'Esta regra de exclusão não existe.',
  'What went wrong': 'O que deu errado',
  Field: 'Campo',
  'Failure code': 'Código da falha',
  'Records in error': 'Registros em erro',
  'Records left out': 'Registros deixados de fora',
  'Failures ever': 'Falhas no total',
  'First seen': 'Primeira ocorrência',
  'Last seen': 'Última ocorrência',
  Owner: 'Responsável',
  Tags: 'Etiquetas',
  'There is no such replay.': 'Este reprocessamento não existe.',
  'Only somebody active who may see strategies can be given an error.':
    'Um erro só pode ser atribuído a alguém ativo que possa ver estratégias.',
  'This person does not see the strategy "{value}"; widen the data scope of the role first.':
    'Esta pessoa não vê a estratégia "{value}"; amplie antes o escopo de dados do perfil.',
  'You may make rules only for strategies you see; choose one.':
    'Você só pode criar regras para estratégias que vê; escolha uma.',
  'The new value is not valid JSON: {value}': 'O novo valor não é um JSON válido: {value}',
  'The strategy "{value}" falls behind its source': 'A estratégia "{value}" está atrasada em relação à origem',
  'The far system of the connector "{value}" cannot be used':
    'O sistema externo do conector "{value}" não pode ser usado',
  'A credential of the connector "{value}" ends soon': 'Uma credencial do conector "{value}" vence em breve',
  'The quota of records this month': 'A cota de registros deste mês',
  'The quota of storage': 'A cota de armazenamento',
  '"{value}" waits for approval': '"{value}" aguarda aprovação',
  '"{value}" has been approved': '"{value}" foi aprovado',
  '"{value}" has been refused': '"{value}" foi recusado',
  'The access token "{value}" ends soon': 'O token de acesso "{value}" termina em breve',
  '{value} new notices': '{value} novos avisos',
  'New in the tenant "{value}":': 'Novidades no locatário "{value}":',
  'Open in the console': 'Abrir no console',
  'You switched e-mail on for these notices in your settings, and can switch it off there:':
    'Você ativou o e-mail para estes avisos nas suas configurações e pode desativá-lo lá:',
  'Test mail': 'E-mail de teste',
  'Mails arrive. Your notices will come to this address.': 'Os e-mails chegam. Seus avisos virão para este endereço.',
  'This installation has no mail service yet.': 'Esta instalação ainda não tem serviço de e-mail.',
  'Enter and confirm your e-mail address in your basic settings first.':
    'Informe e confirme antes o seu e-mail nas configurações básicas.',
  'The mail was not sent: {value}': 'O e-mail não foi enviado: {value}',
  'The server is shutting down.': 'O servidor está sendo desligado.',
  'The query took too long. Narrow the filter.': 'A consulta demorou demais. Restrinja o filtro.',
  'The database cannot be reached. Work goes on by itself when it is back; try again in a moment.':
    'O banco de dados não está acessível. O trabalho continua sozinho quando ele voltar; tente novamente em instantes.',
  'There was no answer in time. Try again in a moment.': 'Não houve resposta a tempo. Tente novamente em instantes.',
  'This process has no place for archives, so it neither archives nor restores.':
    'Este processo não tem lugar para arquivamentos, por isso não arquiva nem restaura.',
  'The storage is full: nothing can be saved for now, reading goes on. Free or add space; it then goes on by itself.':
    'O armazenamento está cheio: nada pode ser salvo por enquanto, a leitura continua. Libere ou acrescente espaço; depois tudo segue sozinho.',
  'The sandbox may not be used here. Ask the operator to switch it on.':
    'O ambiente simulado não pode ser usado aqui. Peça ao operador para ativá-lo.',
  'Demo shop': 'Loja de demonstração',
  'Demo ERP': 'ERP de demonstração',
  'Demo: shop orders → ERP sales orders': 'Demonstração: pedidos da loja → pedidos de venda do ERP',
  'There is no such conversation.': 'Não existe essa conversa.',
  'There is no OpenAI-compatible connector yet. Create one first.':
    'Ainda não há conector compatível com OpenAI. Crie um primeiro.',
  'This conversation holds {value} messages. Open a new one.': 'Esta conversa tem {value} mensagens. Abra uma nova.',
  'The tenant has asked its {value} questions of today. Try again tomorrow.':
    'O locatário já fez suas {value} perguntas de hoje. Tente novamente amanhã.',
  'This platform takes no SQL adapters. Choose one that is a database.':
    'Esta plataforma não aceita adaptadores SQL. Escolha uma que seja um banco de dados.',
  'An adapter does not change between SQL and another kind. Create another one.':
    'Um adaptador não muda entre SQL e outro tipo. Crie outro.',
  'The script exports no function that is called. Export connect, beforeRequest, afterResponse or handleError.':
    'O script não exporta nenhuma função que seja chamada. Exporte connect, beforeRequest, afterResponse ou handleError.',
  'This is no OpenAPI or Swagger document, or it holds no interface.':
    'Isto não é um documento OpenAPI ou Swagger, ou não contém interfaces.',
  'This is no Postman collection, or it holds no request.':
    'Isto não é uma coleção do Postman, ou não contém requisições.',
  'The cURL command has no address.': 'O comando cURL não tem endereço.',
  'A sample answer is a JSON object or list, and this is none; OpenAPI, Postman, cURL or an address can be pasted too.':
    'Um exemplo de resposta é um objeto ou lista JSON, e isto não é; também se pode colar OpenAPI, Postman, cURL ou um endereço.',
  'This is no export of API assets from this product, or it holds none.':
    'Isto não é uma exportação de ativos de API deste produto, ou não contém nenhum.',
  'The sheet holds no field: each row needs the key of one.':
    'A planilha não contém campos: cada linha precisa do identificador de um.',
  'The file holds no adapter.': 'O arquivo não contém adaptadores.',
  'At most {value} adapters can be imported at once.': 'No máximo {value} adaptadores podem ser importados de uma vez.',
  'The record is no JSON object.': 'O registro não é um objeto JSON.',
  'What the strategy "{value}" lives by has changed': 'Mudou algo de que a estratégia "{value}" depende',
  'The canary of the strategy "{value}" waits for a decision': 'O canário da estratégia "{value}" espera uma decisão',
  'The canary of the strategy "{value}" was rolled back by itself':
    'O canário da estratégia "{value}" foi revertido automaticamente',
  'A value map was changed after the rehearsal ({value}), so what was accepted is void. Rehearse it again.':
    'Um mapa de valores foi alterado depois do ensaio ({value}), então o que foi aceito não vale mais. Ensaie de novo.',
  'An adapter got another version after the rehearsal ({value}), so what was accepted is void. Rehearse it again.':
    'Um adaptador recebeu outra versão depois do ensaio ({value}), então o que foi aceito não vale mais. Ensaie de novo.',
  'The check-list of the draft has errors, so it cannot be published: {value}':
    'A lista de verificação do rascunho tem erros, então ele não pode ser publicado: {value}',
  'A canary is under way. Promote it or roll it back before anything is changed or published.':
    'Há um canário em andamento. Promova-o ou reverta-o antes de alterar ou publicar algo.',
  'The draft changes the source, so it cannot be tried on a share of the keys: a run reads from one source. Only a mapping can differ by key.':
    'O rascunho altera a origem, então não pode ser testado em uma parte das chaves: uma execução lê de uma só origem. Só um mapeamento pode diferir por chave.',
  'The draft changes the target, so it cannot be tried on a share of the keys: a run writes to one target. Only a mapping can differ by key.':
    'O rascunho altera o destino, então não pode ser testado em uma parte das chaves: uma execução grava em um só destino. Só um mapeamento pode diferir por chave.',
  'The draft also changes the schedule, retries or the remedy, so it cannot be tried on a share of the keys: they count for the whole strategy. Save them alone.':
    'O rascunho altera também a agenda, as novas tentativas ou a reposição, então não pode ser testado em uma parte das chaves: elas valem para toda a estratégia. Salve-as à parte.',
  'The draft maps the key at the target otherwise, so it cannot be tried on a share of the keys: a record would be there twice, once by each version.':
    'O rascunho mapeia de outra forma a chave no destino, então não pode ser testado em uma parte das chaves: um registro ficaria lá duas vezes, uma por versão.',
  'The draft changes no mapping, so there is nothing to try on a share of the keys.':
    'O rascunho não altera o mapeamento, então não há o que testar em uma parte das chaves.',
  'There is no such canary.': 'Este canário não existe.',
  'There are no records that the new version failed and that are still in error.':
    'Não há registros que a nova versão falhou e que ainda estão com erro.',
  'There is no such rehearsal.': 'Este ensaio não existe.',
  'A draft (save {value}) waits to be published. Go on with it, or discard it first.':
    'Há um rascunho (gravação {value}) aguardando publicação. Continue nele ou descarte-o antes.',
  'There is no draft to publish.': 'Não há rascunho a publicar.',
  'A rehearsal of this strategy is under way. Wait for its end, or cancel it.':
    'Um ensaio desta estratégia está em andamento. Aguarde o fim ou cancele-o.',
  'Stored records of this strategy are being compared. Wait for the end, or cancel it.':
    'Registros armazenados desta estratégia estão sendo comparados. Aguarde o fim ou cancele.',
  'This strategy speaks the newest edition of the mapping language already.':
    'Esta estratégia já usa a edição mais nova da linguagem de mapeamento.',
  'This draft has not been rehearsed over what is published now. Rehearse it first.':
    'Este rascunho ainda não foi ensaiado sobre o que está publicado agora. Ensaie-o antes.',
  'Nobody has accepted what the rehearsal shows. Accept it first.':
    'Ninguém aceitou o que o ensaio mostra. Aceite antes.',
  'The draft or the published version has changed since. Rehearse it again.':
    'O rascunho ou a versão publicada mudou desde então. Ensaie de novo.',
  'Business key': 'Chave de negócio',
  Schema: 'Esquema',
  Kind: 'Tipo',
  Comment: 'Comentário',
  'Rows, estimated': 'Linhas, estimadas',
  'First found': 'Encontrado em',
  'Gone since': 'Ausente desde',
  Outcome: 'Resultado',
  'Written by version': 'Gravado pela versão',
  Same: 'Igual',
  Changed: 'Alterado',
  'Newly refused': 'Passa a ser recusado',
  'Newly accepted': 'Passa a ser aceito',
  'Still refused': 'Continua recusado',
  'Filtered out': 'Filtrado',
  'Cannot be compared': 'Não comparável',
  'At most {value} objects at once. Do it in parts.': 'No máximo {value} objetos de uma vez. Faça em partes.',
  'This is too much for one go: it was not done within {value} s, and nothing was written. Do it in parts, and delete strategies with many records on their page first.':
    'É muito para uma só vez: não terminou em {value} s e nada foi gravado. Faça em partes e exclua antes, na página delas, as estratégias com muitos registros.',
  'The configuration is no longer what was planned. Nothing was written: plan again and look at the differences.':
    'A configuração já não é a que foi planejada. Nada foi gravado: planeje de novo e confira as diferenças.',
  'The files have {value} problems, so nothing was written. Mend them where they are named and plan again.':
    'Os arquivos têm {value} problemas, por isso nada foi gravado. Corrija-os onde são indicados e planeje de novo.',
  'The file holds no object: {value}': 'O arquivo não contém nenhum objeto: {value}',
  '{field} is missing: every file needs kind, version, key and spec.':
    'Falta {field}: todo arquivo precisa de kind, version, key e spec.',
  'There is no such kind: {value}': 'Não existe esse kind: {value}',
  'The file is of the form "{value}"; this product reads 1. Export it with a product of the same form.':
    'O arquivo tem o formato "{value}"; este produto lê o 1. Exporte-o com um produto do mesmo formato.',
  'The key "{value}" cannot be: connectors, adapters and API assets are written as platform/name.':
    'A key "{value}" não é válida: conectores, adaptadores e ativos de API são escritos como plataforma/nome.',
  'The same object is there twice: {value}. Remove one of the files.':
    'O mesmo objeto aparece duas vezes: {value}. Remova um dos arquivos.',
  'Several objects of the tenant are called "{value}", so it is not clear which one is meant. Rename them first.':
    'Vários objetos do locatário se chamam "{value}", e não está claro qual é o desejado. Renomeie-os primeiro.',
  '"{value}" is neither in the files nor in the tenant. Add its file or mend the name.':
    '"{value}" não está nos arquivos nem no locatário. Acrescente o arquivo ou corrija o nome.',
  'The secret {value} has no value. Set the environment variable of that name, or enter it on the page.':
    'O segredo {value} não tem valor. Defina a variável de ambiente com esse nome ou informe-o na página.',
  'A secret may not stand in a file. Write the placeholder {value}; its value comes from the environment.':
    'Um segredo não pode estar num arquivo. Escreva o marcador {value}; o valor vem do ambiente.',
  'The numeral {value} would lose digits. Write it in quotes.':
    'O número {value} perderia dígitos. Escreva-o entre aspas.',
  'It is {value} and cannot become a draft again. Write stopped.':
    'O estado é {value} e não pode voltar a ser rascunho. Escreva stopped.',
  'The strategy is running; its next run follows the new version.':
    'A estratégia está em execução; a próxima execução segue a nova versão.',
  'The source is another: the cursor {value} is forgotten and the next run reads from the start.':
    'A origem é outra: o cursor {value} é esquecido e a próxima execução lê desde o início.',
  'The tenant asks for approval: publishing was asked for and takes effect when it is granted.':
    'O locatário exige aprovação: a publicação foi solicitada e vale quando for concedida.',
  'State is not to be applied, so the cursor stays where it is.':
    'O estado não será aplicado, por isso o cursor fica onde está.',
  'Several objects bear this name, so none was exported. Rename them and export again.':
    'Vários objetos têm este nome, por isso nenhum foi exportado. Renomeie-os e exporte de novo.',
  'It has more than {value} lines, so only its rules were exported. Its own export and import move the lines.':
    'Tem mais de {value} linhas, por isso só as regras foram exportadas. A exportação e a importação próprias levam as linhas.',
  'Configuration as code': 'Configuração como código',
  Resource: 'Recurso',
  Fields: 'Campos',
  'An export of the tenant is under way. Wait for it to end, or cancel it.':
    'Há uma exportação do locatário em andamento. Aguarde o fim ou cancele-a.',
  'The end of this tenant was asked for already.': 'O encerramento deste locatário já foi pedido.',
  'Type the whole name of the tenant, "{value}", to confirm its end.':
    'Digite o nome completo do locatário, "{value}", para confirmar o encerramento.',
  'There is no end to take back: nobody asked for it, or the removal has begun.':
    'Não há encerramento a desfazer: ninguém o pediu, ou a remoção já começou.',
  'There is no such proof: the key is wrong, or the removal has not ended.':
    'Não há tal comprovante: a chave está errada, ou a remoção não terminou.',
  'Type the whole user name, "{value}", to confirm the erasure.':
    'Digite o nome de usuário completo, "{value}", para confirmar a remoção.',
}
