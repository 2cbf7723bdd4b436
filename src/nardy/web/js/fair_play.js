// The way from a refusal to the rule of fair play behind it.

import { h } from "./dom.js";
import { t } from "./words.js";

/** A link to the rule, beside a refusal that comes from it. @param {string | undefined} law */
export const ruleOf = (law) => (/^(fair|hint-(rated|people|tournament)|eyes)-?/.test(law ?? "") ? h("a", { class: "sm", href: "/learn#fair" }, t("fair.rule")) : null);
