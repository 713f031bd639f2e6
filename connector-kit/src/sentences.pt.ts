import type { Sentences } from '@sluice/contract'
import { filesSentences } from './protocols/files/sentences.pt.ts'
import { httpSentences } from './protocols/http/sentences.pt.ts'
import { queueSentences } from './protocols/queue/sentences.pt.ts'
import { robotSentences } from './protocols/robot/sentences.pt.ts'
import { sqlSentences } from './protocols/sql/sentences.pt.ts'

/** By the English sentence. */
export const kitSentences: Sentences = {
  ...filesSentences,
  ...httpSentences,
  ...queueSentences,
  ...robotSentences,
  ...sqlSentences,
  'there are no tables yet': 'ainda não há tabelas',
  'all {count} tables and views': 'todas as {count} tabelas e visões',
  'all {count} tables and views that the user sees': 'todas as {count} tabelas e visões que o usuário vê',
  'all {count} tables': 'todas as {count} tabelas',
  'all {count} tables that the user sees': 'todas as {count} tabelas que o usuário vê',
  '{count} of {total} tables and views; not: {names}': '{count} de {total} tabelas e visões; não: {names}',
  '{count} of {total} tables; not: {names}': '{count} de {total} tabelas; não: {names}',
  'the server is a read-only copy': 'o servidor é uma cópia somente leitura',
  'If they are to be read, an administrator of the database runs this.':
    'Se devem ser lidas, um administrador do banco executa isto.',
  'If they are to be written, an administrator of the database runs this.':
    'Se devem ser gravadas, um administrador do banco executa isto.',
  'If tables are to be created from here, an administrator of the database runs this.':
    'Se tabelas devem ser criadas daqui, um administrador do banco executa isto.',
  'If changes are to be followed, an administrator of the server runs this.':
    'Se alterações devem ser acompanhadas, um administrador do servidor executa isto.',
  'If it is to be written, an administrator of this machine runs this.':
    'Se deve ser gravado, um administrador desta máquina executa isto.',
  'This user may choose {names}.': 'Este usuário pode escolher {names}.',
  Read: 'Ler',
  Write: 'Gravar',
  'Create tables': 'Criar tabelas',
  'Follow changes': 'Acompanhar alterações',
  'Credential ends on': 'A credencial termina em',
  'Day on which the password, key or token ends (year-month-day); you are told 7 days before. Empty: never.':
    'Dia em que a senha, chave ou token termina (ano-mês-dia); você é avisado 7 dias antes. Vazio: nunca.',
  'The connection was reset by {where}.': 'A conexão foi reiniciada por {where}.',
  'The host name of {where} was not found.': 'O nome do host de {where} não foi encontrado.',
  'The connection was refused by {where}: nothing listens there.':
    'A conexão foi recusada por {where}: nenhum serviço escuta ali.',
  'No way through the network leads to {where}.': 'A rede não alcança {where}.',
  'Check that the host runs, and that network and firewall let this machine reach it.':
    'Confirme que o host está ligado e que a rede e o firewall deixam esta máquina alcançá-lo.',
  'The connection timed out: {where} did not answer in time.': 'A conexão expirou: {where} não respondeu a tempo.',
  'The certificate of {where} has expired.': 'O certificado de {where} expirou.',
  'Have the certificate renewed at the far system.': 'Peça a renovação do certificado no sistema externo.',
  'The certificate of {where} was made for another host name.': 'O certificado de {where} é de outro nome de host.',
  'Use the host name that the certificate was made for.': 'Use o nome de host para o qual o certificado foi emitido.',
  'The certificate of {where} is not trusted.': 'O certificado de {where} não é confiável.',
  'Use a certificate of a known authority, or switch off verification for this connector.':
    'Use um certificado de uma autoridade conhecida ou desligue a verificação neste conector.',
  'A secure connection to {where} could not be made.': 'Não foi possível estabelecer uma conexão segura com {where}.',
  'The connection to {where} broke before the answer was complete.':
    'A conexão com {where} caiu antes de a resposta estar completa.',
  'Try again; if it stays, a proxy or the server cuts the connection.':
    'Tente novamente; se persistir, um proxy ou o servidor corta a conexão.',
  'The name of {where} could not be looked up right now.': 'O nome de {where} não pôde ser resolvido agora.',
  'Check the name server of this machine.': 'Verifique o servidor de nomes desta máquina.',
  'Check the spelling of the host name.': 'Verifique a grafia do nome do host.',
  'Nothing answers at {where}.': 'Ninguém responde em {where}.',
  'Check host and port, and that the service runs and its firewall lets this machine in.':
    'Verifique o host e a porta, se o serviço está em execução e se o firewall dele deixa esta máquina entrar.',
  '{where} did not answer in time.': '{where} não respondeu a tempo.',
  'Check host, port and firewall; a filtered port answers nothing.':
    'Verifique host, porta e firewall; uma porta filtrada não responde nada.',
  'A secure connection to {where} could not be made ({code}).':
    'Não foi possível fazer uma conexão segura com {where} ({code}).',
  'Use a valid certificate, check http against https, or switch off verification for this connector.':
    'Use um certificado válido, verifique http e https ou desative a verificação para este conector.',
  'The connection to {where} was stopped.': 'A conexão com {where} foi interrompida.',
  '{host} is not a host name or address.': '{host} não é um nome de host nem um endereço.',
  'Write the host alone, without http:// and without a port.': 'Escreva apenas o host, sem http:// e sem porta.',
  '{host} is an address that is never called.': '{host} é um endereço que nunca é chamado.',
  '{host}:{port} belongs to Sluice itself.': '{host}:{port} pertence ao próprio Sluice.',
  '{host} is an address of this machine, which is not opened to tenants.':
    '{host} é um endereço desta máquina, que não está aberta a locatários.',
  '{host} is in a private network that is not opened to tenants.':
    '{host} está em uma rede privada que não foi liberada para locatários.',
  '{host} leads to a place that is not opened to tenants.':
    '{host} leva a um lugar que não foi liberado para locatários.',
  'Port {port} of {host} is not opened to tenants.': 'A porta {port} de {host} não foi liberada para locatários.',
  'Give the address of the far system; this one cannot be opened by any setting.':
    'Informe o endereço do sistema externo; este não pode ser liberado por nenhuma configuração.',
  'Ask the operator to open {host}:{port}.': 'Peça ao operador para liberar {host}:{port}.',
  'The call of {where} was stopped.': 'A chamada a {where} foi interrompida.',
  '{where} is not a URL.': '{where~} não é uma URL.',
  '{where} must begin with http:// or https://.': '{where~} deve começar com http:// ou https://.',
  '{where} carries a user name; credentials belong in the settings of the connector.':
    '{where~} contém um nome de usuário; credenciais pertencem à configuração do conector.',
  'The address': 'O endereço',
  'Correct the URL.': 'Corrija a URL.',
  '{where} redirects more than {count} times.': '{where} redireciona mais de {count} vezes.',
  '{where} sends the request with its body on to {host}.': '{where} repassa a requisição com o corpo para {host}.',
  'Enter the final address of the service.': 'Informe o endereço final do serviço.',
  'Try again later, ask for smaller pages, or raise the time limit.':
    'Tente novamente mais tarde, peça páginas menores ou aumente o tempo limite.',
  'The answer of {where} is packed in a way nobody asked for ({name}).':
    'A resposta de {where} está compactada de uma forma que ninguém pediu ({name}).',
  'The answer of {where} is cut short or damaged ({name}).':
    'A resposta de {where} está truncada ou danificada ({name}).',
  'Try again; if it stays, the server or a proxy in between damages its answers.':
    'Tente novamente; se persistir, o servidor ou um proxy no caminho danifica as respostas.',
  'The answer of {where} is longer than {size} KiB.': 'A resposta de {where} tem mais de {size} KiB.',
  'Ask for smaller pages.': 'Peça páginas menores.',
  'The answer of {where} is not text in {charset}, as it says.':
    'A resposta de {where} não é texto em {charset}, como ela declara.',
  'The server must declare the charset it really uses; an answer cut inside a character heals by itself.':
    'O servidor deve declarar o conjunto de caracteres que realmente usa; uma resposta cortada dentro de um caractere se corrige sozinha.',
  'unknown parameter {field}': 'parâmetro desconhecido {field}',
  '{label} is required': '{label!} é obrigatório',
  '{label} must be a number': '{label!} deve ser um número',
  '{label} must be at least {min}': '{label!} deve ser no mínimo {min}',
  '{label} must be at most {max}': '{label!} deve ser no máximo {max}',
  '{label} must be on or off': '{label!} deve ser ligado ou desligado',
  '{label} must be a list': '{label!} deve ser uma lista',
  '{label} must be text': '{label!} deve ser texto',
  '{label} must be one of {options}': '{label!} deve ser um destes: {options}',
  '{label} has the wrong form': '{label!} tem formato inválido',
  'OAuth2, granted by a person': 'OAuth2, concedido por uma pessoa',
  'Way to sign in': 'Forma de entrar',
  'Authorization URL': 'URL de autorização',
  'The page where access is granted. Register the address of this console with /connector/grant as redirect URI.':
    'A página em que o acesso é concedido. Registre o endereço deste console com /connector/grant como URI de redirecionamento.',
  'Token URL': 'URL do token',
  'Client id': 'Id do cliente',
  'Client secret': 'Segredo do cliente',
  Scope: 'Escopo',
  'As the mail service says, several separated by spaces; usually with offline access, so that tokens can be refreshed.':
    'Como indica o serviço de e-mail, vários separados por espaços; geralmente com acesso offline, para que os tokens sejam renovados.',
  Host: 'Host',
  Port: 'Porta',
  Password: 'Senha',
  'Sealed at rest and never shown again.': 'Selada em repouso e nunca exibida novamente.',
  Off: 'Desativada',
  'Encrypt, do not check the certificate': 'Criptografar, sem verificar o certificado',
  'Encrypt and check the certificate': 'Criptografar e verificar o certificado',
  'Across the internet, check the certificate.': 'Pela internet, verifique o certificado.',
  'CA certificate': 'Certificado da CA',
  'Do not check the certificate': 'Não verificar o certificado',
  'Only for self-signed certificates of your own network.': 'Só para certificados autoassinados da própria rede.',
  'PEM text; empty trusts the public authorities.': 'Texto PEM; vazio confia nas autoridades públicas.',
  'The platform names {{{name}}}, which its app does not have.':
    'A plataforma cita {{{name}}}, que não existe no aplicativo dela.',
  'Correct the settings of the platform.': 'Corrija as configurações da plataforma.',
  'The certificate of {where} ({name}) expired on {day}.': 'O certificado de {where} ({name}) expirou em {day}.',
  'The certificate of {where} ({name}) was issued by {whose}, whose own expired on {day}.':
    'O certificado de {where} ({name}) foi emitido por {whose}, cujo próprio certificado expirou em {day}.',
  'The certificate of {where} ({name}) is valid from {day} only.':
    'O certificado de {where} ({name}) só vale a partir de {day}.',
  'Check the clocks of both machines, or have the certificate made anew.':
    'Verifique os relógios das duas máquinas ou mande emitir o certificado novamente.',
  'The certificate of {where} ({name}) is signed by itself.': 'O certificado de {where} ({name}) é autoassinado.',
  'The certificate of {where} ({name}) was issued by {issuer}, which is not known here.':
    'O certificado de {where} ({name}) foi emitido por {issuer}, que não é conhecida aqui.',
  'Give the certificate of its authority (CA), or have the server use one of a known authority.':
    'Informe o certificado da autoridade (CA) ou faça o servidor usar um de uma autoridade conhecida.',
  'The certificate of {where} was made for {names}, not for {host}.':
    'O certificado de {where} foi feito para {names}, não para {host}.',
  'Use a host name that the certificate was made for.': 'Use um nome de host para o qual o certificado foi feito.',
}
