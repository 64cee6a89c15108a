// The style and the scripts of the pages. The paths are set by the build.
        .section .rodata
        .globl assay_page_style
        .globl assay_page_style_end
assay_page_style:
        .incbin ASSAY_PAGE_STYLE
assay_page_style_end:
        .globl assay_page_elements
        .globl assay_page_elements_end
assay_page_elements:
        .incbin ASSAY_PAGE_ELEMENTS
assay_page_elements_end:
        .globl assay_page_script
        .globl assay_page_script_end
assay_page_script:
        .incbin ASSAY_PAGE_SCRIPT
assay_page_script_end:
        .globl assay_project_script
        .globl assay_project_script_end
assay_project_script:
        .incbin ASSAY_PROJECT_SCRIPT
assay_project_script_end:
        .section .note.GNU-stack, "", %progbits
