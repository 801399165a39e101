/** The catalogue: every program whose behaviour is known. */
import type { Program } from "../program.ts";
import { batch } from "./batch.ts";
import { builtins } from "./builtins.ts";
import { remote } from "./remote.ts";
import { rsyncs } from "./rsync.ts";
import { shells } from "./shells.ts";
import { viewers } from "./viewers.ts";
import { wrappers } from "./wrappers.ts";
import { text } from "./text.ts";
import { files } from "./files.ts";
import { archives } from "./archives.ts";
import { sed } from "./sed.ts";
import { awk } from "./awk.ts";
import { system } from "./system.ts";
import { disks } from "./disks.ts";
import { network } from "./network.ts";
import { crypto } from "./crypto.ts";
import { documents } from "./documents.ts";
import { binaries } from "./binaries.ts";
import { directories } from "./directories.ts";
import { debian } from "./debian.ts";
import { editors } from "./editors.ts";
import { fd } from "./fd.ts";
import { cloud } from "./cloud.ts";
import { clusters } from "./clusters.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { repositories } from "./repositories.ts";
import { git } from "./git.ts";
import { buildHelpers } from "./build_helpers.ts";
import { bundlers } from "./bundlers.ts";
import { compilers } from "./compilers.ts";
import { languageTools } from "./language_tools.ts";
import { linters } from "./linters.ts";
import { nodePackages } from "./node_packages.ts";
import { packageManagers } from "./packages.ts";
import { projectTools } from "./project_tools.ts";
import { scriptRunners } from "./script_runners.ts";
import { taskRunners } from "./task_runners.ts";
import { testRunners } from "./test_runners.ts";
import { inspectors } from "./inspectors.ts";
import { interpreters } from "./interpreters.ts";
import { terminals } from "./terminals.ts";
import { toolbox } from "./toolbox.ts";
import { dataFormats } from "./data_formats.ts";
import { debianBuilding } from "./debian_building.ts";
import { media } from "./media.ts";
import { namespaces } from "./namespaces.ts";
import { probes } from "./probes.ts";
import { projectTail } from "./project_tail.ts";
import { scanners } from "./scanners.ts";
import { stores } from "./stores.ts";

/** All entries; a name stands in one of them only. */
export const programs: readonly Program[] = [
  ...builtins,
  ...shells,
  ...wrappers,
  ...namespaces,
  ...batch,
  ...fd,
  ...remote,
  ...text,
  ...files,
  ...archives,
  ...sed,
  ...awk,
  ...system,
  ...disks,
  ...network,
  ...crypto,
  ...documents,
  ...binaries,
  ...debian,
  ...editors,
  ...git,
  ...repositories,
  ...containers,
  ...clusters,
  ...cloud,
  ...databases,
  ...testRunners,
  ...linters,
  ...bundlers,
  ...compilers,
  ...languageTools,
  ...buildHelpers,
  ...taskRunners,
  ...projectTools,
  ...scriptRunners,
  ...nodePackages,
  ...packageManagers,
  ...interpreters,
  ...rsyncs,
  ...terminals,
  ...toolbox,
  ...inspectors,
  ...viewers,
  ...directories,
  ...stores,
  ...debianBuilding,
  ...media,
  ...projectTail,
  ...scanners,
  ...probes,
  ...dataFormats,
];
