/** Tells texts of Perl that can only compute and print, and the options that may stand beside them. */

const set = (list: string) => new Set(list.split(" "));

const PERL_WORDS = set(
  "print say printf sprintf join split map grep sort reverse keys values each push pop shift unshift splice scalar length substr " +
    "index rindex lc uc ucfirst lcfirst my our local if unless else elsif for foreach while until next last redo and or not xor " +
    "eq ne lt gt le ge cmp x tr y s m qw q qq qr int abs sqrt sin cos log exp hex oct ord chr defined undef exists delete return " +
    "sub die warn exit BEGIN END use no require strict warnings re debug utf8 feature ARGV STDIN STDOUT STDERR chomp chop " +
    "wantarray localtime gmtime time Dump hostname basename dirname ccopts ldopts ccflags sum max min first uniq reduce Dumper encode_json decode_json pack unpack " +
    "rand srand pos quotemeta floor ceil fmod pow strftime strtol INT_MAX INT_MIN DBL_MAX isatty round trunc eof binmode vec bless ref encode_base64 decode_base64 encode decode " +
    "uri_escape uri_unescape md5_hex sha1_hex sha256_hex sha512_hex blessed looks_like_number shuffle pairs any all none " +
    "minstr maxstr product __PACKAGE__",
);
/** Modules that only bring functions and classes: what is called of them has to be a word above. */
const PERL_MODULES =
  /^(?:strict|warnings|utf8|re|feature|integer|bigint|bignum|bigrat|Data::Dumper|Carp|Time::HiRes|Time::Local|JSON::PP|MIME::Base64|Digest::\w+|Config|ExtUtils::Embed|Encode|POSIX|Text::\w+|Math::\w+|open|Unicode::\w+|constant|vars|Module::CoreList|Devel::Peek|diagnostics|File::(?:Spec|Basename)|bytes|charnames|sort|version|Errno|Fcntl|Hash::Util|Sys::Hostname|Term::ANSIColor|Time::Piece|(?:List|Scalar|Sub)::(?:Util|MoreUtils|AllUtils)|Test::(?:More|Simple|Harness|Pod|Deep|Warn|Exception)|JSON|JSON::XS|Cpanel::JSON::XS|YAML|YAML::(?:XS|Tiny)|CGI|DBI|DBD::\w+|Socket|URI|URI::Escape|LWP|LWP::UserAgent|HTTP::Tiny|HTML::(?:Parser|Entities|TreeBuilder|Template)|XML::(?:Parser|LibXML|Simple|Twig|SAX|Writer)|DateTime|Date::\w+|Moose|Moo|Try::Tiny|Getopt::(?:Long|Std)|Pod::(?:Usage|Text|Man|Simple)|IO::(?:File|Handle|Socket|Socket::SSL|Zlib)|Net::SSLeay|Compress::(?:Zlib|Raw::\w+)|Archive::(?:Tar|Zip)|Module::(?:Build|Load|Metadata|Runtime)|ExtUtils::MakeMaker|B::Deparse|GD|Tk|threads)$/;

/** The compiler's back ends, without an option that names a file. */
const BACK_ENDS = /^O=(?:Deparse(?:,-(?:[dlpqP]+|s\w+|x\d))*|(?:Concise|Terse)(?:,-?\w+)*|Xref(?:,-[rDd])*)$/;

/**
 * True for modules of Perl that only compute, as `-M` takes them.
 *
 * ```ts
 * import { isPureModule } from "gatehouse/gate/grammar/perl.ts";
 *
 * if (!isPureModule("List::Util=sum") || isPureModule("Inline::C")) throw new Error("by name");
 * if (isPureModule("POSIX qw(floor); unlink 'a'")) throw new Error("`-M` takes program text");
 * ```
 */
export function isPureModule(name: string): boolean {
  const given = name.replace(/^-/, "");
  if (BACK_ENDS.test(given)) return true;
  // With `eval` a pattern out of the input may hold code.
  if (/^re[=\s](?!debug$)/.test(given)) return false;
  const [, module = ""] = /^([\w:]+)(?:=[\w:,!.-]*|\s+qw ?(?:\([\w\s:]*\)|\/[\w\s:]*\/))?$/.exec(given) ?? [];
  return PERL_MODULES.test(module);
}

/**
 * True when what `-F` splits by is only a pattern. Perl puts it into the program: in quotes of its own it may end
 * them and go on as program text, and a pattern may hold code.
 *
 * ```ts
 * import { isPlainSplit } from "gatehouse/gate/grammar/perl.ts";
 *
 * if (!isPlainSplit("/\\t/") || isPlainSplit('"x",unlink("a")')) throw new Error("program text");
 * ```
 */
export function isPlainSplit(pattern: string): boolean {
  if (/\(\s*[?*]/.test(pattern)) return false;
  if (!/^['"/]/.test(pattern)) return true;
  return /^(?:\/[^/$@{`]*\/|"[^"$@{`]*"|'[^'$@{`]*'|["'/])$/.test(pattern);
}

/** What makes perl run code from a place where text is expected, or call what is not named. */
const PERL_HIDDEN =
  /`|\bqx\b|\$\{|@\{(?!\s*\$?\w+\s*\})|\(\?\??\{|->\s*[\w$(@&]|(?<!&)&(?!&)|\*\s*[\w{][^;]*=|<(?!STDIN>|>|=|\s|\d|<\s)|\bdo\b|\beval\b|\|\s*["']|["']\s*\||\bsort\s+\$|\$\^I|\bSIG\b|@\{?ENV\b|\$\{?ENV\s*[{-][^}]*(?:key|token|secret|pass|cred|auth|private|[$"'])/i;

/**
 * Where a pattern, a comment or a quote-like operator holds a quote, it is not certain which half of the program
 * is text. Then none of these may stand anywhere, not even in a text.
 */
const PERL_UNSURE =
  /["'][^]*(?:[/#]|\$["']|\b(?:q[qwrx]?|[msy]|tr)\s*[^\w\s])|(?:[/#]|\$["']|\b(?:q[qwrx]?|[msy]|tr)\s*[^\w\s])[^]*["']/;
const PERL_NEVER =
  /\b(?:system|exec|eval|open|sysopen|opendir|dbmopen|unlink|require|use|no|fork|kill|rename|link|symlink|mkdir|rmdir|chmod|chown|chroot|chdir|utime|truncate|syscall|ioctl|fcntl|socket|connect|bind|listen|accept|send|shutdown|dump|glob|readpipe|readline|read|sysread|syswrite|write|select|format|do|goto|tie|bless|package|import|AUTOLOAD|DESTROY|__DATA__|__END__)\b/;

/** Functions of the text itself: no word of Perl has such a name. */
const PERL_SUB = /\bsub\s+([a-z]|fib|fact|gcd|\w*[A-Z0-9_]\w*)(?=\s*\{)/g;

/** What would change where modules are looked for. */
const CHANGES =
  /(?<![=!<>])=(?![=~>])|\b(?:s|tr|y|push|unshift|splice|shift|pop|chop|chomp|delete|undef|local|use|require|no|my|our|sub)\b/;

/** A subscript inside a text is code; a number, a variable or a plain key is not much of it. */
const PERL_SUBSCRIPT =
  /[$@][\w:]+(?:->)?(?:\[(?!(?:-?\d+(?:(?:,|\.\.) ?-?\d+)*|\$\w+)\])|\{(?!(?:\$?\w+)\}))/;

/**
 * True when the text, as `-e` takes it, can only compute and print.
 *
 * ```ts
 * import { perlIsPure } from "gatehouse/gate/grammar/perl.ts";
 *
 * if (!perlIsPure("print for @INC") || perlIsPure("system 'ls'")) throw new Error("only what is certain");
 * ```
 */
export function perlIsPure(text: string): boolean {
  // The matched text is a variable like `$1`, a version is one like `$VERSION`, `-t STDIN` a question.
  const code = text.replaceAll(/(?<![\\$@%&])\$&(?![\w:{$(&])/g, "$$1")
    .replaceAll(/(?<![\\$@%&\w])\$[A-Za-z]\w*(?:::\w+)*::VERSION\b(?!\s*[[({=-])/g, "$$1")
    .replaceAll(/(?<![\w:>$@%&])([A-Za-z]\w*(?:::\w+)*)->VERSION\b(?!\s*[([{-])/g, " 0 ")
    .replaceAll(/(?<=^|[\s(;{])-t STD(?:IN|OUT|ERR)\b/g, " 0 ");
  if (PERL_HIDDEN.test(code)) return false;
  const pragmas =
    /\b(?:use|no) (?:strict|warnings|utf8|re ?["']\w+["']|v?5[\d._]*|List::Util(?: qw ?[\w( ]+\))?) ?;/g;
  if (PERL_UNSURE.test(code) && PERL_NEVER.test(code.replaceAll(pragmas, " "))) return false;
  if (/\b(?:use|require)\s+re\b(?! ?["']debug["'] ?;)/.test(code)) return false;
  if (/\bINC\b/.test(code) && CHANGES.test(code)) return false;
  for (
    const [text] of code.matchAll(
      /"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)*\/|\b(?:s|tr|y)([/|#!,])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1/g,
    )
  ) {
    if (PERL_SUBSCRIPT.test(text)) return false;
  }
  // `<>` opens whatever @ARGV names, programs too.
  if (/\bARGV\b/.test(code) && /<>|<STDIN>/.test(code)) return false;
  // A substitution with `e` runs its replacement.
  if (
    /[^\w\s$@%&][gimsxradlunpco]*e[gimsxradlunpcoe]*(?!\w)/.test(
      code.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "0"),
    )
  ) return false;
  let bare = code.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, " 0 ")
    .replaceAll(/\b(?:s|tr|y)([/|#!,])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gimsxrcd]*/g, " 0 ")
    .replaceAll(
      /(^|[=~(,;{]|\.{2}|\b(?:if|unless|split|and|or|not|grep|while|m|qr)\b|&&|\|\|)\s*\/(?:[^/\\\n]|\\.)*\/[gimsx]*/g,
      "$1 0 ",
    )
    .replaceAll(/\bqw\s*[/({[][\w\s]*[/)}\]]/g, " 0 ");
  bare = bare.replaceAll(/\buse\s+v?5[\d._]*(?=\s*;)/g, " ");
  const own = new Set([...bare.matchAll(PERL_SUB)].map((match) => match[1] ?? ""));
  for (const match of bare.matchAll(/\b(?:use|require|no)\s+([\w:]+)/g)) {
    if (!isPureModule(match[1] ?? "")) return false;
  }
  bare = bare.replaceAll(/\b(?:use|require|no)\s+[\w:]+/g, " ").replaceAll(/[$@%]#?\{?\^?\w+\}?/g, " ")
    .replaceAll(/\{\s*\w+\s*\}|\b\w+\s*=>/g, " ");
  if (/["'`]/.test(bare)) return false;
  return [...bare.matchAll(/[A-Za-z_]\w*/g)].every((match) =>
    /\d/.test(bare[match.index - 1] ?? "") || PERL_WORDS.has(match[0]) || own.has(match[0]) ||
    /^x\d+$/.test(match[0])
  );
}
