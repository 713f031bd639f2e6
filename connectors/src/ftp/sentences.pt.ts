import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check both, and whether the server lets this user sign in without encryption.':
    'Verifique ambos, e se o servidor permite que este usuário entre sem criptografia.',
  'The server takes no more sessions at the moment.': 'O servidor não aceita mais sessões no momento.',
  'It is tried again by itself; if this stays, have the number of sessions of this user raised.':
    'Será tentado de novo automaticamente; se continuar, peça que o número de sessões deste usuário seja aumentado.',
  'The server wants another encryption, or any at all.': 'O servidor quer outra criptografia, ou alguma.',
  'Choose to encrypt; old servers want it implicit, at port 990.':
    'Escolha criptografar; servidores antigos a querem implícita, na porta 990.',
  'The server does not encrypt in this way.': 'O servidor não criptografa desta forma.',
  'Choose another encryption; old servers want it implicit, at port 990.':
    'Escolha outra criptografia; servidores antigos a querem implícita, na porta 990.',
  'The certificate of {host}:{port} is not trusted, or it is for another name.':
    'O certificado de {host}:{port} não é confiável, ou é para outro nome.',
  'Enter the authority that signed it, or do not check the certificate.':
    'Informe a autoridade que o assinou, ou não verifique o certificado.',
  '{host}:{port} does not speak FTP with us.': '{host}:{port} não fala FTP conosco.',
  'Check the port and the encryption; SFTP is another protocol and usually at port 22.':
    'Verifique a porta e a criptografia; SFTP é outro protocolo e geralmente usa a porta 22.',
  'The connection to the server broke, or it said nothing for a minute.':
    'A conexão com o servidor caiu, ou ele ficou um minuto sem responder.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita automaticamente; se continuar, consulte o log do servidor.',
  'The transfer was stopped.': 'A transferência foi interrompida.',
  'The server names no port for its files.': 'O servidor não informa uma porta para os seus arquivos.',
  'Ask its administrator to allow passive transfers.': 'Peça ao administrador que permita transferências passivas.',
  'The server has no directory {path} that this user may enter.':
    'O servidor não tem um diretório {path} em que este usuário possa entrar.',
  'Check the directory; many servers show users a root of their own.':
    'Verifique o diretório; muitos servidores mostram a cada usuário uma raiz própria.',
  'There is no {path} on the server, or the user may not do this with it.':
    'Não há {path} no servidor, ou o usuário não pode fazer isto com ele.',
  'It may have been moved or deleted; else give the user the right to read and write there.':
    'Pode ter sido movido ou excluído; senão, dê ao usuário permissão de leitura e gravação ali.',
  'The server has no room left for this user.': 'O servidor não tem mais espaço para este usuário.',
  'Free some space or raise the quota; writing goes on by itself.':
    'Libere espaço ou aumente a cota; a gravação continua automaticamente.',
  'The server refused to work on {path} (FTP {code}).': 'O servidor se recusou a tratar {path} (FTP {code}).',
  'Look at the log of the server.': 'Consulte o log do servidor.',
  'If it is to be so, the administrator of the server gives this user the right.':
    'Se for o caso, o administrador do servidor dá a permissão a este usuário.',
  '{count} files and folders are listed': '{count} arquivos e pastas são listados',
  'shows when the first file is written': 'aparece quando o primeiro arquivo é gravado',
  'FTP / FTPS file server': 'Servidor de arquivos FTP / FTPS',
  'Reads CSV, JSON Lines and XLSX of a directory over FTP or FTPS, and writes new files of these formats.':
    'Lê CSV, JSON Lines e XLSX de um diretório por FTP ou FTPS, e grava novos arquivos nesses formatos.',
  'Host name or IP address, without protocol and port.': 'Nome do host ou endereço IP, sem protocolo nem porta.',
  'Usually 21, or 990 with implicit encryption.': 'Geralmente 21, ou 990 com criptografia implícita.',
  'User name': 'Nome de usuário',
  Encryption: 'Criptografia',
  'Implicit encryption': 'Criptografia implícita',
  'Encrypted from the first byte, as old servers at port 990 want it.':
    'Criptografado desde o primeiro byte, como querem servidores antigos na porta 990.',
  'The server says more than any FTP server has to say, or takes too long to say it.':
    'O servidor diz mais do que um servidor FTP tem a dizer, ou demora demais a dizê-lo.',
}
