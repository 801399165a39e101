/** The page of the tools, made from their declarations as `docs/tools.md` is: as text it would be the largest of all. */
import { loaders } from "../../catalogue.ts";
import { publish } from "../../core/publish.ts";
import { toolsPage } from "./tools_page.ts";

const families = await Promise.all(Object.values(loaders).map((load) => load()));

const page: string = toolsPage(publish(families, { whole: true }));

/** Markdown. */
export default page;
